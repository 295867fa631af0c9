"""How much a memory's age, outcomes and kind may move it among close neighbours. Pure; called by recall.

Relevance decides. The prior only multiplies it by 0.85 to 1.0, so nothing under 85 % of the best relevance
can win by age or fame. (Measured on real histories with a random, so useless, prior: a say of 0.15 costs
at most 0.1 points of nDCG@10, 0.25 costs 0.5, and 0.5 costs 2; `benchmarks/retrieval.py --prior-noise`
measures it again.)
"""

from __future__ import annotations

from typing import Final

PRIOR_SAY: Final = 0.15
RETENTION_SHARE: Final = 0.5
UTILITY_SHARE: Final = 0.3
KIND_SHARE: Final = 0.2

KIND_WEIGHT: Final = {"decision": 1.0, "rule": 1.0, "preference": 0.8, "fact": 0.6, "outcome": 0.4}
# A kind that this version does not know yet counts as a fact.
UNKNOWN_KIND_WEIGHT: Final = 0.6

# The exponent of forgetting. ACT-R's base-level decay is d = 0.5, and FSRS-4.5 fitted the same number.
DECAY: Final = 0.5


def retention(age_days: float, stability_days: float) -> float:
    """R = (1 + t/tau)^-0.5, 1.0 when fresh. `age_days` since the memory was last confirmed or reinforced.

    A power law: old memories fade slowly and never vanish, unlike exp(-t/tau).
    Sources: J. R. Anderson and L. J. Schooler, "Reflections of the environment in memory" (1991), the base
    of ACT-R; the forgetting curve of FSRS-4.5 (open-spaced-repetition).
    """
    age_days = max(0.0, age_days)
    if stability_days <= 0.0:
        return 1.0 if age_days == 0.0 else 0.0
    return float((1.0 + age_days / stability_days) ** -DECAY)


def utility(successes: int, failures: int) -> float:
    """Mean of the Beta(1, 1) posterior over reported outcomes: 0.5 when nothing was reported."""
    return (successes + 1) / (successes + failures + 2)


def prior(
    *,
    kind: str,
    age_days: float,
    stability_days: float,
    successes: int = 0,
    failures: int = 0,
    pinned: bool = False,
) -> float:
    """0..1: half retention, then utility, then what kind of statement it is. Rules and pinned do not fade."""
    lasting = pinned or kind == "rule"
    kept = 1.0 if lasting else retention(age_days, stability_days)
    value = (
        RETENTION_SHARE * kept
        + UTILITY_SHARE * utility(successes, failures)
        + KIND_SHARE * KIND_WEIGHT.get(kind, UNKNOWN_KIND_WEIGHT)
    )
    return min(1.0, max(0.0, value))


def final(relevance: float, prior_value: float) -> float:
    """The score that recall sorts by, 0..1: relevance times something between 0.85 and 1."""
    return relevance * (1.0 - PRIOR_SAY + PRIOR_SAY * prior_value)

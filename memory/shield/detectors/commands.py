"""Secrets on command lines: `curl -u user:X`, `mysql -pX`, `sshpass -p X`, `redis-cli -a X` and their like.

Called through `detectors/__init__.py`, at the name of the tool.  Pure.  Long options whose name says password or
token (`--password X`) are found by their names in `assignments.py`.
"""

import re

from memory.shield.detector import Page, Span
from memory.shield.entropy import has_mix
from memory.shield.values import has_inner_special, is_password, is_placeholder, is_secret

_V = r"(?P<q>\\?[\"']?)(?P<s>[^\s\"'`<>]{3,300}+)"
_PAIR = r"[\"']?(?P<user>[^\s\"':/]{0,80}):(?P<s>[^\s\"']{3,300})"
# Tool (folded) -> what stands in front of the secret.  Searched in the tool's own command only.
_TOOLS: dict[str, str] = {
    "curl": rf"(?:\s(?:-u|--user|-U|--proxy-user|--oauth2-bearer)[ =]?\s?|\s-[a-zA-Z]{{1,6}}u\s){_PAIR}",
    "http ": rf"\s(?:-a|--auth)[ =]\s?{_PAIR}",
    "https ": rf"\s(?:-a|--auth)[ =]\s?{_PAIR}",
    "wget": rf"\s--(?:http-|ftp-|proxy-)?password[ =]{_V}",
    "mysql": rf"\s-p{_V}",
    "mariadb": rf"\s-p{_V}",
    "sshpass": rf"\s-p\s?{_V}",
    "redis-cli": rf"\s(?:-a|--pass)\s?{_V}",
    "smbclient": r"\s(?:-U|--user)[ =]?[\"']?(?P<user>[^\s%\"']{1,80})%(?P<s>[^\s\"']{3,200})",
    "rpcclient": r"\s-U\s?[\"']?(?P<user>[^\s%\"']{1,80})%(?P<s>[^\s\"']{3,200})",
    "mount": r"[,\s](?:pass|password)=(?P<s>[^\s,\"']{3,200})",
    "docker": rf"\slogin\s[^\n]{{0,120}}?\s-p\s?{_V}",
    "podman": rf"\slogin\s[^\n]{{0,120}}?\s-p\s?{_V}",
    "helm": rf"\slogin\s[^\n]{{0,120}}?\s-p\s?{_V}",
    "oc login": rf"\s-p\s?{_V}",
    "mongo": rf"\s-p\s{_V}",
    "az ": rf"\slogin\s[^\n]{{0,160}}?\s-p\s?{_V}",
    "sqlcmd": rf"\s-P\s?{_V}",
    "bcp ": rf"\s-P\s?{_V}",
    "sqlplus": r"\s[\"']?(?P<user>[\w$#]{1,60})/(?P<s>[^\s@\"'/]{3,120})@",
    "ldapsearch": rf"\s-w\s?{_V}",
    "ldapadd": rf"\s-w\s?{_V}",
    "ldapmodify": rf"\s-w\s?{_V}",
    "ldapwhoami": rf"\s-w\s?{_V}",
    "mosquitto_": rf"\s-P\s?{_V}",
    "unzip": rf"\s-P\s?{_V}",
    "zip ": rf"\s(?:-P|--password)\s?{_V}",
    "7z": rf"\s-p{_V}",
    "rar ": rf"\s-h?p{_V}",
    "openssl": rf"(?:-passin|-passout|-pass|-password)\s[\"']?pass:{_V}",
    "htpasswd": rf"\s-[a-zA-Z]*b[a-zA-Z]*\s+\S{{1,120}}\s+\S{{1,80}}\s+{_V}",
    "rabbitmqctl": rf"\s(?:add_user|change_password|authenticate_user)\s+\S{{1,80}}\s+{_V}",
    "xfreerdp": rf"\s/p:{_V}",
    "rdesktop": rf"\s-p\s?{_V}",
    "ipmitool": rf"\s-P\s?{_V}",
    "snmpwalk": rf"\s-[AX]\s?{_V}",
    "lftp": r"\s(?:-u|--user)[ =]?[\"']?(?P<user>[^\s,\"']{1,80}),(?P<s>[^\s\"']{3,200})",
    "net use": rf"(?:/user:\S{{1,80}}\s+{_V}|\s\\\\\S{{1,120}}\s+(?P<s2>[^\s/\"']{{4,100}})\s+/user:)",
    "wpa_passphrase": rf"\s[\"']?[\w.-]{{1,40}}[\"']?\s+{_V}",
    "ssh-keygen": rf"\s-[NP]\s?{_V}",
    "evil-winrm": rf"\s-p\s?{_V}",
    "crackmapexec": rf"\s-p\s?{_V}",
    "plink": rf"\s-pw\s?{_V}",
    "pscp": rf"\s-pw\s?{_V}",
    "psexec": rf"\s-p\s?{_V}",
    "keytool": rf"\s-(?:store|key|dest(?:store|key)|src(?:store|key)|new)pass\s{_V}",
    "jarsigner": rf"\s-(?:store|key)pass\s{_V}",
    "vault ": rf"\slogin\s(?:-\S+\s)?{_V}",
    "cqlsh": rf"\s-p\s?{_V}",
    "influx": rf"\s-(?:password|p)\s?[\"']?{_V}",
    "clickhouse": rf"\s--password[ =]{_V}",
    "restic": rf"\s-p\s{_V}",
    "svn ": rf"\s--password[ =]{_V}",
    "gpg": rf"\s--passphrase[ =]{_V}",
    "echo": r"\s(?:-\w\s)?[\"']?(?:(?P<user>[\w.-]{1,60}):)?(?P<s>[^\s\"'|]{4,200})[\"']?\s{0,3}\|\s{0,3}(?:sudo\s(?:-\S+\s){0,3}?(?:-S|chpasswd)|chpasswd|docker\slogin|podman\slogin|kinit|passwd|gh\sauth|helm\sregistry|gpg|cryptsetup|openssl)",
    "printf": r"\s[\"']?(?:(?P<user>[\w.-]{1,60}):)?(?P<s>[^\s\"'|\\]{4,200})(?:\\n)?[\"']?\s{0,3}\|\s{0,3}(?:sudo\s(?:-\S+\s){0,3}?(?:-S|chpasswd)|chpasswd|docker\slogin|podman\slogin|kinit|passwd|gpg|cryptsetup)",
}
ANCHORS = tuple(_TOOLS)
_COMMAND_LONGEST = 500
_END = re.compile(r"\n|;\s|&&|\|\|")
_compiled: dict[str, re.Pattern[str]] = {}


def find(page: Page, position: int) -> list[Span]:
    """Find the secrets of the command whose tool stands at `position`."""
    text, folded = page.text, page.folded
    if position and (text[position - 1].isalnum() or text[position - 1] in "_-."):
        return []
    tool = next(tool for tool in ANCHORS if folded.startswith(tool, position))
    if position < page.commands_end.get(tool, 0):
        return []
    limit = min(len(text), position + _COMMAND_LONGEST)
    stop = _END.search(text, position, limit)
    limit = stop.start() if stop else limit
    page.commands_end[tool] = limit
    pattern = _compiled.get(tool)
    if pattern is None:
        pattern = _compiled[tool] = re.compile(_TOOLS[tool])
    spans = []
    for match in pattern.finditer(text, position + len(tool.strip()) - (tool[-1] == " "), limit):
        group = "s" if match["s"] else "s2"
        value = match[group].rstrip(")`,")
        if _is_literal(value):
            spans.append((match.start(group), match.start(group) + len(value), "command_line_password"))
    return spans


def _is_literal(value: str) -> bool:
    """Tell whether the value is written out: no variable, no further option, no file."""
    if is_placeholder(value) or value[0] in "$<-/.|(":
        return False
    if value.isdigit() and len(value) <= 5:
        return False
    if has_mix(value) or has_inner_special(value):
        return is_password(value, quoted=True, plain=True) or is_secret(value, quoted=True)
    return len(value) >= 6 and value.isalpha() and is_password(value, quoted=False, plain=True)

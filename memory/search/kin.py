"""Other words for the same thing in the language of software. Plain data; read by `query.py`.

`SHORT_FORMS` are the same word written shorter, so a match proves as much as the word itself. `RELATED`
words only lift a memory that has been found already: they never bring one in, and never prove a match.
Written from general knowledge of the trade, not from any corpus; one group a line.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from memory.search.stem import stem

SHORT_FORMS: Final = """
addr address
arg argument
async asynchronous
attr attribute
auth authentication authorization
avg average
bool boolean
char character
cmd command
col column
conf config configuration
concat concatenate
db database
del delete
dep dependency
dest dst destination
dev development
dict dictionary
diff difference
dir directory
doc documentation
docs documentation
elem element
env environment
err error
exec execute
expr expression
ext extension
fmt format
freq frequency
func function
idx index
img image
impl implementation
init initialize initialise
int integer
iter iterate
js javascript
k8s kubernetes
lang language
len length
lib library
max maximum
mem memory
min minimum
msg message
num number
obj object
param parameter
perf performance
perm permission
pg postgres postgresql
pkg package
pos position
pref preference
prev previous
proc process
prod production
prop property
pwd password passwd
py python
rand random
ref reference
regex regexp
repo repository
req request
resp response
spec specification
src source
stat statistic
str string
sync synchronous synchronize
tmp temp temporary
ts typescript
usr user
val value
var variable
vec vector
ver version
"""

RELATED: Final = """
add append insert
argument parameter
array list sequence
attribute property field
auth login credential
begin start launch run
blank empty null none
bug issue defect error
build compile create generate make
cast convert transform
check test validate verify
child subprocess worker
class type
clone copy duplicate
close end shut
combine concatenate join merge
compare difference equal
count length number size total
delay latency slow sleep wait
delete drop erase remove
deploy release ship
dictionary map mapping
directory folder path
display print show
download fetch get read retrieve
element entry item
endpoint route url
error exception fail failure
exit kill quit stop terminate
fast performance quick speed
find locate lookup search
fix repair resolve solve
function method def
image photo picture
instance object
key name
load open read
location position index
log logging trace
lowest minimum smallest
highest largest maximum biggest
mock stub fake
option setting configuration
order sort
parse read
persist save store write
plot chart graph figure
receive get
reply response answer
send post
separate split
space whitespace
string text
sum total
timeout deadline expire
unique distinct
update change modify upgrade
"""


@cache
def _table(groups: str) -> dict[str, tuple[str, ...]]:
    """Stem -> the other words of its groups."""
    table: dict[str, dict[str, None]] = {}
    for line in groups.split("\n"):
        words = line.split()
        for word in words:
            others = table.setdefault(stem(word), {})
            others.update(dict.fromkeys(other for other in words if stem(other) != stem(word)))
    return {word: tuple(others) for word, others in table.items()}


def short_forms(stemmed: str) -> tuple[str, ...]:
    """The same word written longer or shorter: `auth` -> authentication, authorization."""
    return _table(SHORT_FORMS).get(stemmed, ())


def related(stemmed: str) -> tuple[str, ...]:
    """Words that often say the same: `remove` -> delete, drop, erase."""
    return _table(RELATED).get(stemmed, ())

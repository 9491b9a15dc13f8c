"""まるばつ, a toy game of the tests: laid among the games as one folder, it must work with nothing else edited."""

NAMES = ("まるばつ",)

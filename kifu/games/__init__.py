"""Games: a folder a game, found by :mod:`kifu.core.games`; nothing else imports one."""

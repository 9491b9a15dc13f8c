"""Private Dask cluster that only this user's processes can talk to.

Workers run everything that a scheduler sends them: a program that can talk to them has the rights of the user. All sockets of
Dask are bound to 127.0.0.1. Both ends of each connection have to prove that they have the key. The key is made for this
cluster, and stays in the memory and the environment of its processes. Dask writes its files to a folder that only the user
may enter.

Some risks remain. Other users of this machine can see that a process listens, and can connect, but are turned away. The
HTTP servers of Dask cannot be left out; they answer every request with 404. Root, and other processes of the same user, can
do all that the user can. None of this holds for a cluster that the user names (`--scheduler`): it is as safe as the person
who started it has made it.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from distributed import Client, Security

HERE = "127.0.0.1"
LOGGERS = ("distributed", "distributed.client", "distributed.gc")
"""The loggers of Dask that have their own level."""
_ANY_PORT = f"{HERE}:0"
_ENDING = "kifu.core.processes"
_START = f"""
from {_ENDING} import end_with_stdin
end_with_stdin()
from dask.__main__ import main
main()
"""
"""What the process of a worker runs: it ends with this one, whatever ends it."""


@contextmanager
def own_cluster(workers: int) -> Iterator[Client]:
    """Start a scheduler and `workers` processes, without the caller's main module."""
    import dask.config  # noqa: PLC0415 - only a cluster needs it
    from distributed import Client, Scheduler, Security, SpecCluster  # noqa: PLC0415 - only a cluster needs it

    security = Security.temporary()
    with tempfile.TemporaryDirectory(prefix="kifu-") as folder, dask.config.set(_settings(security, folder)):
        # Workers read the settings, with the key, from their environment: every user could see their arguments.
        options = {"environment": {"DASK_INTERNAL_INHERIT_CONFIG": dask.config.serialize(dask.config.config)}}
        cluster = SpecCluster(
            scheduler={
                "cls": Scheduler,
                "options": {
                    "host": HERE,
                    "port": 0,
                    "protocol": "tls://",
                    "security": security,
                    "dashboard": False,
                    "dashboard_address": _ANY_PORT,
                },
            },
            workers={number: {"cls": _worker_class(), "options": options} for number in range(workers)},
            security=security,
            silence_logs=logging.CRITICAL,
        )
        with cluster, Client(cluster, set_as_default=False) as client:
            yield client


def _settings(security: Security, folder: str) -> dict[str, Any]:
    """Return cluster settings: key required, no pages served."""
    roles = {
        f"distributed.comm.tls.{role}": {
            "key": security.get_tls_config_for_role(role)["key"],
            "cert": security.get_tls_config_for_role(role)["cert"],
        }
        for role in ("client", "scheduler", "worker")
    }
    return {
        **roles,
        "distributed.comm.tls.ca-file": security.get_tls_config_for_role("worker")["ca_file"],
        "distributed.comm.require-encryption": True,
        "distributed.scheduler.http.routes": [],
        "distributed.worker.http.routes": [],
        # The worker of a nanny ends with it even while it calculates.
        "distributed.worker.preload": [f"from {_ENDING} import end_with_parent\nend_with_parent()"],
        "temporary-directory": folder,
    }


def _worker_class() -> type:
    import psutil  # noqa: PLC0415 - only a cluster needs it
    from distributed.deploy.spec import ProcessInterface  # noqa: PLC0415 - only a cluster needs it

    class OwnProcess(ProcessInterface):
        """Nanny and worker process, without logs, with this process's import paths."""

        def __init__(self, scheduler: str, environment: dict[str, str], name: object = None) -> None:
            self._scheduler = scheduler
            self._environment = environment
            self._process: subprocess.Popen[bytes] | None = None
            super().__init__(name=name)  # type: ignore[no-untyped-call]  # distributed is typed in part

        async def start(self) -> None:
            options = {"nthreads": 1, "dashboard": False, "host": HERE, "dashboard_address": _ANY_PORT}
            spec = json.dumps({"cls": "distributed.Nanny", "opts": options})
            paths = os.pathsep.join(path or os.getcwd() for path in sys.path)  # noqa: PTH109 - sys.path holds strings
            quiet = {
                "PYTHONPATH": paths,
                "PYTHONWARNINGS": "ignore",
                "DASK_LOGGING": str(dict.fromkeys(LOGGERS, "critical")),
            }
            # asyncio cannot always start programs on Windows.
            self._process = subprocess.Popen(  # noqa: ASYNC220, S603 - a short call of our own interpreter
                [sys.executable, "-P", "-c", _START, "spec", self._scheduler, "--spec", spec],
                env={**os.environ, **quiet, **self._environment},
                stdin=subprocess.PIPE,
                stderr=subprocess.DEVNULL,  # the helpers of a process that is killed complain; the build reports lost workers
                start_new_session=True,  # Ctrl-C at a terminal is for this process alone
            )
            await super().start()  # type: ignore[no-untyped-call]  # distributed is typed in part

        async def close(self) -> None:
            if self._process is not None and self._process.poll() is None:
                for child in psutil.Process(self._process.pid).children(recursive=True):
                    with suppress(psutil.NoSuchProcess):
                        child.kill()
                self._process.kill()
                self._process.wait()
            if self._process is not None and self._process.stdin is not None:
                self._process.stdin.close()
            await super().close()  # type: ignore[no-untyped-call]  # distributed is typed in part

    return OwnProcess

"""Only this user's processes reach the workers of a build: every listening socket is inspected and tried."""

import ipaddress
import socket
import ssl
import stat
import urllib.error
import urllib.request
from pathlib import Path

import psutil
import pytest

from analysis.corpus.dask_workers_and_task_runner import local_cluster, open_task_runner

PAGES = ("/", "/health", "/metrics", "/info/main/workers.html", "/json/counts.json", "/api/v1/retire_workers")


@pytest.fixture(name="cluster", scope="module")
def _cluster():
    """Run a crew of two workers."""
    with open_task_runner(2) as hands:
        hands.client.wait_for_workers(2)
        yield hands


def processes():
    """Return this process and all that it has started."""
    own = psutil.Process()
    return [own, *own.children(recursive=True)]


def listening():
    """Return the addresses, host and port, at which these processes listen."""
    connections = [connection for process in processes() for connection in process.net_connections(kind="inet")]
    return {
        (connection.laddr.ip, connection.laddr.port)
        for connection in connections
        if connection.status == psutil.CONN_LISTEN or (not connection.raddr and connection.status == psutil.CONN_NONE)
    }


def page(port, path):
    """Return the status that a server gives for a page; None where it does not speak HTTP."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5) as answer:
            return answer.status
    except urllib.error.HTTPError as refused:
        return refused.code
    except OSError:
        return None


def test_all_listen_here_only(cluster):
    """Every socket of scheduler, nannies, workers and their HTTP servers is bound to this machine."""
    assert cluster.client.nthreads()
    addresses = listening()
    assert len(addresses) >= 5
    assert {host for host, _ in addresses if not ipaddress.ip_address(host).is_loopback} == set()


def test_no_pages_are_served(cluster):
    """Every page is answered with 404 at most: it shows no state and retires no worker."""
    assert cluster.client.nthreads()
    answers = {page(port, path) for _, port in listening() for path in PAGES}
    assert answers <= {None, 404}


def greeted(port, context=None):
    """Tell whether a client receives a byte: Dask sends its name as soon as it accepts a client."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
            if context is None:
                return bool(connection.recv(1))
            with context.wrap_socket(connection) as encrypted:
                return bool(encrypted.recv(1))
    except OSError:  # also an error of TLS, and a timeout
        return False


def test_nobody_without_the_key_gets_in(cluster):
    """No socket answers a client without encryption, without a key or with another key."""
    from distributed import Security  # noqa: PLC0415 - slow to import

    assert cluster.client.nthreads()
    without = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    without.check_hostname = False
    without.verify_mode = ssl.CERT_NONE
    another = Security.temporary().get_connection_args("client")["ssl_context"]
    another.verify_mode = ssl.CERT_NONE
    own = cluster.client.security.get_connection_args("client")["ssl_context"]
    ports = [port for _, port in listening()]
    assert not [port for port in ports for context in (None, without, another) if greeted(port, context)]
    assert len([port for port in ports if greeted(port, own)]) == 5  # a scheduler, and two nannies with a worker each


def test_the_key_is_in_no_argument(cluster):
    """The arguments of a process, which all users of a machine can read, do not hold the key."""
    assert cluster.client.nthreads()
    assert not any("PRIVATE KEY" in " ".join(process.cmdline()) for process in processes())


def test_the_folder_of_the_workers_is_private():
    """Workers swap their data out to a folder that other users cannot enter and that is removed with the workers."""
    with local_cluster(1) as client:
        client.wait_for_workers(1)
        (folder,) = client.run(lambda dask_worker: dask_worker.local_directory).values()
        private = next(parent for parent in Path(folder).parents if parent.name.startswith("kifu-"))
        assert stat.S_IMODE(private.stat().st_mode) == stat.S_IRWXU
    assert not private.exists()


def test_nothing_is_left_of_it():
    """After a build its processes are gone, and Dask has its former settings."""
    import dask.config  # noqa: PLC0415 - slow to import
    import distributed  # noqa: F401, PLC0415 - the import sets its settings

    before, settings = set(psutil.Process().children(recursive=True)), dask.config.serialize(dask.config.config)
    with local_cluster(1) as client:
        client.wait_for_workers(1)
    assert set(psutil.Process().children(recursive=True)) <= before  # processes of other tests may have ended too
    assert dask.config.serialize(dask.config.config) == settings

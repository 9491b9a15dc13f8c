"""The workflows: actions pinned by commit, least rights for each job, nothing unpinned where something may be written."""

import re
import tomllib

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from repository import ROOT

FOLDER = ROOT / ".github/workflows"
WORKFLOWS = {path.name: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.y*ml"))}
RELEASE = WORKFLOWS["release.yml"]
PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+(\.\d+)*")
INSTALLS = re.compile(r"\b(pip3?|uv|npm|npx|apt|apt-get|brew|curl|wget)\b")
RUNS_OWN = re.compile(r"\b(bash|sh|python3?|kifu|make) ")
READ = {"contents": "read"}
ATTESTS = "actions/attest-build-provenance@"


def faults(text):
    """Yield what is wrong with a workflow."""
    workflow = yaml.safe_load(text)
    for line in text.splitlines():
        used = line.partition("uses:")[2].strip()
        if used and not PINNED.fullmatch(used):
            yield f"not pinned by commit, with its version behind it: {used}"
    triggers = workflow[True]  # YAML 1.1 reads `on` as true
    if "pull_request_target" in triggers or "workflow_run" in triggers:
        yield "runs the code of strangers with rights"
    if workflow.get("permissions") not in ({}, READ):
        yield f"rights of the whole workflow: {workflow.get('permissions')}"
    for name, job in workflow["jobs"].items():
        yield from (f"{name}: {wrong}" for wrong in faults_of_a_job(job))


def faults_of_a_job(job):
    """Yield what is wrong with a job."""
    rights = job.get("permissions")
    if not isinstance(rights, dict):
        yield f"no rights of its own: {rights}"
        return
    writes = {right for right, kind in rights.items() if kind != "read"}
    runs = [step["run"] for step in job["steps"] if "run" in step]
    used = [step["uses"] for step in job["steps"] if "uses" in step]
    attests = any(one.startswith(ATTESTS) for one in used)
    if writes - {"contents"} != ({"id-token", "attestations"} if attests else set()):
        yield f"more or fewer rights than it needs: {sorted(writes)}"
    if attests and "contents" in writes:
        yield "it attests and publishes"
    for run in runs:
        if "${{" in run:
            yield f"a script that is put together: {run}"
        if writes and (INSTALLS.search(run) or RUNS_OWN.search(run)):
            yield f"it may write, and runs what may be anything: {run}"
    for step in job["steps"]:
        if step.get("uses", "").startswith("actions/checkout@") and (step.get("with") or {}).get("persist-credentials"):
            yield "the key of the clone stays on its disk"
        if step.get("uses", "").startswith("actions/checkout@") and "persist-credentials" not in (
            step.get("with") or {}
        ):
            yield "the key of the clone stays on its disk"


@pytest.mark.parametrize("name", WORKFLOWS)
def test_no_workflow_has_a_fault(name):
    """Each action is pinned, each job has the rights that it needs, and none else."""
    assert list(faults(WORKFLOWS[name])) == []


EDITS = [
    ("actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2", "actions/checkout@v6", "not pinned"),
    ("actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2", "actions/checkout@main", "not pinned"),
    (
        "download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1",
        "download-artifact@3e5f45b # v8",
        "not pinned",
    ),
    ("permissions: {}", "permissions: write-all", "rights of the whole"),
    ("permissions: {}", "permissions:\n  contents: write", "rights of the whole"),
    ("permissions: {}", "", "rights of the whole"),
    ("      contents: read\n", "      contents: write\n", "may write, and runs"),
    ("    permissions:\n      contents: read\n", "", "no rights of its own"),
    ("      attestations: write\n", "      attestations: write\n      contents: write\n", "attests and publishes"),
    ("      contents: write\n", "      contents: write\n      packages: write\n", "more or fewer"),
    (
        "      - run: gh release",
        "      - run: python -m pip install twine\n      - run: gh release",
        "may write, and runs",
    ),
    ("      - run: gh release", "      - run: npm ci\n      - run: gh release", "may write, and runs"),
    ('create "$GITHUB_REF_NAME"', "create ${{ github.ref_name }}", "put together"),
    ("        with:\n          persist-credentials: false\n", "", "key of the clone"),
    ("persist-credentials: false", "persist-credentials: true", "key of the clone"),
    ('  push:\n    tags: ["v*"]', "  pull_request_target:", "code of strangers"),
]


@pytest.mark.parametrize(("old", "new", "found"), EDITS)
def test_a_workflow_that_is_made_worse_is_found(old, new, found):
    """Each of these edits of the release would be noticed."""
    assert old in RELEASE
    assert any(found in fault for fault in faults(RELEASE.replace(old, new, 1)))


def test_the_release_is_attested_before_it_is_published():
    """Whoever downloads an artefact can ask who built it, from which commit."""
    jobs = yaml.safe_load(RELEASE)["jobs"]
    (publish,) = [job for job in jobs.values() if job["permissions"].get("contents") == "write"]
    (attest,) = [name for name, job in jobs.items() if any(ATTESTS in step.get("uses", "") for step in job["steps"])]
    assert attest in publish["needs"]
    assert any("SHA256SUMS" in step.get("run", "") for step in publish["steps"])


def test_the_release_installs_only_what_is_pinned():
    """Each install of the release wants hashes, or takes no library at all; nothing is built with what an index gives."""
    installs = [line for line in RELEASE.splitlines() if "pip install" in line]
    assert installs
    for line in installs:
        assert "--require-hashes" in line or {"--no-deps", "--no-build-isolation"} <= set(line.split()), line
    assert "--no-isolation" in (ROOT / ".ci/artefacts").read_text("utf-8")
    assert '"--require-hashes"' in (ROOT / ".ci/make_pyz.py").read_text("utf-8")


def test_the_lock_holds_what_the_release_needs():
    """Each line of the lock has one version and hashes; it has each dependency that pyproject.toml names, in a version that will do."""
    lock = (ROOT / ".ci/release.txt").read_text("utf-8")
    entries = re.findall(r"^([\w.-]+)==(\S+) \\\n((?: +--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", lock, re.MULTILINE)
    versions = {canonicalize_name(name): version for name, version, _ in entries}
    assert lock.count("==") == len(entries) == len(versions)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = project["project"]["dependencies"] + project["project"]["optional-dependencies"]["paper"]
    asked = [line for line in (ROOT / ".ci/release.in").read_text("utf-8").splitlines() if not line.startswith("#")]
    for text in [*wanted, *project["build-system"]["requires"], *asked]:
        requirement = Requirement(text)
        assert requirement.specifier.contains(versions[canonicalize_name(requirement.name)]), text

"""The model engine, built from source for this processor, once.

llama-cpp-python has no wheel that fits every processor, so it is compiled here (about seven minutes on two
cores). The wheel is kept in the user's cache under a key of everything it depends on; it holds no Python
extension, so one wheel serves every version of Python and every copy of the program.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

from console import Console, SetupError
from environment import NETWORK_CURE, PIP_ENVIRONMENT, REQUIREMENTS, Environment, file_hash, python_in

# Left out: the image models, which the program does not use.
CMAKE_ARGUMENTS = ("-DLLAVA_BUILD=OFF",)
# For a package that goes to other machines: whatever an x86-64 processor since 2013, or any ARM one, can do.
PORTABLE_CMAKE_ARGUMENTS = ("-DGGML_NATIVE=OFF",)
# A processor may report AMX to a process that is not allowed to use it; code built for it dies (llama.cpp 20824).
X86_FLAGS = ("-mno-amx-tile", "-mno-amx-int8", "-mno-amx-bf16")
# What a compiler told "for this processor" turns into instructions; other flags come and go with the kernel.
_INSTRUCTION_SETS = re.compile(
    r"^(amx|avx|sse|ssse|fma|f16c|bmi|popcnt|abm|lzcnt|movbe|adx|aes|vaes|sha|gfni|vpclmul|pclmul|pni|"
    r"asimd|sve|sme\d*$|i8mm|bf16|fphp|dotprod)"
)
_NINJA_STEP = re.compile(r"\[(\d+)/(\d+)\]")
ENGINE_FILE = "engine.json"  # read by desktop_app.support.paths.engine_needs_safe_load


def is_x86_64() -> bool:
    """Whether this is a 64-bit Intel or AMD processor."""
    return platform.machine().lower() in ("x86_64", "amd64")


def wanted_flags() -> tuple[str, ...]:
    """The compiler flags that keep the build safe on this kind of machine; Microsoft's compiler needs none."""
    return X86_FLAGS if is_x86_64() and sys.platform != "win32" else ()


def processor_features(cpuinfo: str | None = None) -> str:
    """The instruction sets of this processor, sorted; elsewhere than on Linux its name.

    Args:
        cpuinfo: text of ``/proc/cpuinfo``; read if not given.
    """
    if cpuinfo is None:
        try:
            cpuinfo = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
        except OSError:
            cpuinfo = ""
    for line in cpuinfo.splitlines():
        name, _, values = line.partition(":")
        if name.strip() in ("flags", "Features"):
            return " ".join(sorted(flag for flag in values.split() if _INSTRUCTION_SETS.match(flag)))
    if sys.platform == "darwin":
        query = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(query, capture_output=True, text=True, check=False).stdout.strip()
    return platform.processor()


def cmake_arguments(*, portable: bool) -> tuple[str, ...]:
    """What the build is told, for this processor or for those of other machines too."""
    return (*CMAKE_ARGUMENTS, *(PORTABLE_CMAKE_ARGUMENTS if portable else ()))


def wheel_key(*, portable: bool = False) -> str:
    """A short name for a build: version, flags, processor, system.

    Args:
        portable: the build that goes into a package, instead of the one for this very processor.
    """
    parts = {
        "source": file_hash(REQUIREMENTS / "llama.txt"),
        "cmake": cmake_arguments(portable=portable),
        "flags": wanted_flags(),
        "processor": "" if portable else processor_features(),
        "system": [sys.platform, platform.machine(), *platform.libc_ver()],
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


def cached_wheel(cache: Path, key: str) -> Path | None:
    """The finished wheel under a key, ``None`` if there is none."""
    return next((file for file in (cache / "wheels" / key).glob("*.whl") if zipfile.is_zipfile(file)), None)


def accepted_flags(compiler: str, flags: tuple[str, ...]) -> tuple[str, ...]:
    """Those flags the compiler knows. One too old to know them builds no such code either."""
    accepted = []
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "empty.cpp"
        source.write_text("int main() { return 0; }\n", encoding="utf-8")
        for flag in flags:
            command = [compiler, "-Werror", flag, "-c", str(source), "-o", str(source.with_suffix(".o"))]
            try:
                if subprocess.run(command, capture_output=True, check=False).returncode == 0:
                    accepted.append(flag)
            except OSError as error:
                raise SetupError(f"The compiler {compiler} does not start: {error}") from error
    return tuple(accepted)


def build_environment(
    tools: Path, pip_cache: Path, flags: tuple[str, ...], *, portable: bool = False
) -> dict[str, str]:
    """The variables of the build.

    Args:
        tools: the folder of programs of the virtual environment with the build tools.
        pip_cache: a cache for this build alone: pip's own may hold a wheel made with other flags.
        flags: for the C and the C++ compiler, after those the person has set.
        portable: build for other machines too.
    """
    joined = " ".join(flags)
    return {
        **PIP_ENVIRONMENT,
        "PIP_CACHE_DIR": str(pip_cache),
        "PATH": os.pathsep.join((str(tools), os.environ.get("PATH", os.defpath))),
        "CMAKE_ARGS": " ".join((*cmake_arguments(portable=portable), os.environ.get("CMAKE_ARGS", ""))).strip(),
        "CFLAGS": f"{os.environ.get('CFLAGS', '')} {joined}".strip(),
        "CXXFLAGS": f"{os.environ.get('CXXFLAGS', '')} {joined}".strip(),
        "CMAKE_BUILD_PARALLEL_LEVEL": str(os.cpu_count() or 1),
    }


def build_command(python: Path, output: Path) -> list[str | Path]:
    """The command that builds the wheel from the hashed source with the tools already there."""
    options = ["--no-deps", "--no-build-isolation", "--require-hashes", "--no-binary", "llama-cpp-python"]
    return [python, "-m", "pip", "wheel", "-v", *options, "-r", REQUIREMENTS / "llama.txt", "-w", output]


def build_wheel(cache: Path, key: str, console: Console, *, portable: bool = False) -> Path:
    """Builds the wheel into the cache; it appears there finished or not at all.

    Returns:
        The wheel.

    Raises:
        SetupError: if the tools cannot be installed or the build fails.
    """
    work = cache / f"build-{key}"
    tools = work / "tools"
    python = python_in(tools)
    if not python.exists():
        venv.create(tools, with_pip=True, symlinks=os.name != "nt")
    console.run(
        [python, "-m", "pip", "install", "--no-deps", "--require-hashes", "-r", REQUIREMENTS / "build.txt"],
        "pip could not install the build tools",
        cure=NETWORK_CURE,
        environment=PIP_ENVIRONMENT,
    )
    flags = wanted_flags()
    if flags:
        flags = accepted_flags(os.environ.get("CXX", "c++"), flags)

    def show(line: str) -> None:
        step = _NINJA_STEP.search(line)
        if step:
            console.progress("compiling", int(step[1]), int(step[2]), "files")

    output = work / "out"
    shutil.rmtree(output, ignore_errors=True)
    console.run(
        build_command(python, output),
        "The model engine could not be built",
        cure="See the last lines above. A compiler for C++17 and 2 GB of memory are needed.",
        environment=build_environment(python.parent, work / "pip", flags, portable=portable),
        on_line=show,
    )
    built = next(output.glob("*.whl"), None)
    if built is None:
        raise SetupError("The build of the model engine left no wheel.")
    target = cache / "wheels" / key / built.name
    target.parent.mkdir(parents=True, exist_ok=True)
    built.replace(target)
    shutil.rmtree(work, ignore_errors=True)
    return target


def install_engine(environment: Environment, cache: Path, console: Console, *, portable: bool = False) -> None:
    """Installs the engine from the cached wheel, building it first where there is none."""
    key = wheel_key(portable=portable)

    def work() -> None:
        wheel = cached_wheel(cache, key)
        if wheel is None:
            whose = "processors since 2013" if portable else "this processor"
            console.say(f"  Building it for {whose}: about seven minutes on two cores, once")
            wheel = build_wheel(cache, key, console, portable=portable)
        # The same version may be there already, built for another processor.
        console.run(
            [*environment.pip("install"), "--no-deps", "--no-index", "--force-reinstall", wheel],
            "pip could not install the model engine",
            environment=PIP_ENVIRONMENT,
        )

    environment.step("engine", key, "Installing the model engine (llama.cpp)", work)


def check_engine(environment: Environment, model: Path, console: Console) -> None:
    """Lets the engine answer a short prompt in a child process and leaves a note if only the safe load does.

    Raises:
        SetupError: if it does not answer either way.
    """

    def work() -> None:
        failures = []
        for safe in (False, True):
            failure = _failure_of_prompt(environment, model, safe=safe)
            if not failure:
                note = environment.directory / ENGINE_FILE
                note.write_text(json.dumps({"safe_load": safe}) + "\n", encoding="utf-8")
                if safe:
                    console.say("  It crashed, but answers when loaded the safe way, which is used from now on")
                return
            failures.append(failure)
        raise SetupError(
            f"The model engine does not answer a short prompt on this machine: {'; '.join(dict.fromkeys(failures))}",
            f"Remove {environment.directory} and run the same command again. "
            f"Alone it is run by: {environment.python} packaging/smoke_prompt.py {model}",
        )

    environment.step("engine answers", wheel_key(), "Trying the model engine on a short prompt", work)


def _failure_of_prompt(environment: Environment, model: Path, *, safe: bool) -> str:
    """What went wrong with a short prompt in a child process, "" if it was answered."""
    script = Path(__file__).resolve().parent / "smoke_prompt.py"
    command = [str(environment.python), str(script), str(model), *(["--safe"] if safe else [])]
    try:
        child = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, timeout=180)
    except subprocess.TimeoutExpired:
        return "no answer in three minutes"
    if child.returncode == 0:
        return ""
    last_words = child.stderr.strip().splitlines()[-1:]
    return ": ".join([f"status {child.returncode}", *last_words])

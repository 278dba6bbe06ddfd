"""One run of a training, the same for every network: rates, a moving average of the weights, checkpoints and a log."""
import argparse
import json
import pathlib
import time

import numpy as np
import torch
import torch.nn as nn


def fast_floats():
    """Half floats where the processor computes with them; elsewhere they are slower than whole ones."""
    flags = pathlib.Path("/proc/cpuinfo").read_text()
    return torch.autocast("cpu", dtype=torch.bfloat16, enabled="amx_bf16" in flags or "avx512_bf16" in flags)


def run_arguments():
    """What every training is told; one that needs more adds it."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--work", type=pathlib.Path, required=True)
    arguments.add_argument("--backbone", type=pathlib.Path, required=True)
    arguments.add_argument("--out", type=pathlib.Path, required=True)
    arguments.add_argument("--steps", type=int, required=True)
    arguments.add_argument("--decay", type=int, required=True)
    arguments.add_argument("--resume", type=pathlib.Path)
    arguments.add_argument("--start", type=pathlib.Path)
    return arguments


def same_run(options):
    """What must be said again when a run goes on, or it would draw other batches at other rates."""
    more = {name: getattr(options, name, None) for name in ("seed", "settle", "poor_cameras")}
    return {"start": options.start is not None, **more}


def run(options, net, average, rates, loss_at, validate, every):
    """Trains `net` to `options.steps` and keeps `average`. `loss_at(step)` draws a batch and says how wrong the network is on it.

    The rate falls over the last `options.decay` steps. `rates` are those of the backbone and of the rest. `every` says after how many
    steps a line is printed, the run is kept so that it can be resumed, and what is kept is validated.
    """
    encoder = list(net.f.parameters())
    known = {id(p) for p in encoder}
    decoder = [p for p in net.parameters() if id(p) not in known]
    optimizer = torch.optim.AdamW([{"params": encoder}, {"params": decoder}], lr=1e-3, weight_decay=1e-2)
    step, seconds, log = 0, 0.0, []
    if options.resume:
        saved = torch.load(options.resume)
        if saved["same_run"] != same_run(options):
            raise SystemExit(f"{options.resume} is of a run with {saved['same_run']}: give the same options again.")
        net.load_state_dict(saved["net"])
        average.load_state_dict(saved["average"])
        optimizer.load_state_dict(saved["optimizer"])
        step, seconds, log = saved["step"], saved["cpu_seconds"], saved["log"]
    else:
        average.load_state_dict(net.state_dict())
    # In place: the caller's functions hold the same networks.
    net.to(memory_format=torch.channels_last)
    average.to(memory_format=torch.channels_last)
    net.train()
    losses, started, spent = [], time.time(), time.process_time()
    while step < options.steps:
        rate = min(1.0, (step + 1) / 100) * min(1.0, (options.steps - step) / options.decay)
        for group, base in zip(optimizer.param_groups, rates):
            group["lr"] = base * rate
        loss = loss_at(step)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 3.0)
        optimizer.step()
        step += 1
        with torch.no_grad():
            keep = min(0.998, step / (step + 20))
            for a, b in zip(average.state_dict().values(), net.state_dict().values()):
                a.copy_(a * keep + b * (1 - keep)) if a.dtype.is_floating_point else a.copy_(b)
        losses.append(loss.item())
        if step % every["print"] == 0:
            pace = (time.time() - started) / len(losses)
            print(f"step {step} loss {np.mean(losses[-50:]):.3f} {pace:.2f} s/step", flush=True)
        if step % every["keep"] and step != options.steps:
            continue
        if step % every["validate"] == 0 or step == options.steps:
            found = validate(average, options.work)
            hours = (seconds + time.process_time() - spent) / 3600
            mean = round(float(np.mean(losses[-every["keep"] :])), 3)
            log.append({"step": step, "loss": mean, "cpu_hours": round(hours, 2), **found})
            print(json.dumps(log[-1]), flush=True)
        torch.save(
            {
                "net": net.state_dict(),
                "average": average.state_dict(),
                "optimizer": optimizer.state_dict(),
                "step": step,
                "same_run": same_run(options),
                "cpu_seconds": seconds + time.process_time() - spent,
                "log": log,
            },
            options.out / "unfinished.pt",
        )
        (options.out / "unfinished.pt").replace(options.out / "checkpoint.pt")
        (options.out / "log.json").write_text(json.dumps(log, indent=1) + "\n")

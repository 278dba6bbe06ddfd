"""Takes trained segmenters back out of the ONNX file that `export.py` wrote, to train them on or to ship them beside others."""
import onnx
import torch
from onnx import numpy_helper

from network import Segmenter, Separable


def shipped_segmenters(path):
    """The networks of a file, in its order, for `eval()`. Their batch norms are folded: `unfold_norms` before training on."""
    graph = onnx.load(path).graph
    stored = {t.name.removesuffix("_h"): torch.from_numpy(numpy_helper.to_array(t).copy()).float() for t in graph.initializer}
    # What is the same in two places is stored once.
    for node in graph.node:
        if node.op_type == "Identity" and node.input[0] in stored:
            stored[node.output[0]] = stored[node.input[0]]
    # A pointwise convolution has no name of its own since its norm is folded in: it is the one that reads the depthwise one.
    convolutions = [node for node in graph.node if node.op_type == "Conv"]
    by_input = {node.input[0]: node for node in convolutions}
    for node in convolutions:
        name = node.input[1]
        if name.endswith(".d.weight") and (".s." in name or ".h." in name):
            folded = by_input[node.output[0]]
            stored[name.replace(".d.weight", ".p.weight")] = stored[folded.input[1]]
            stored[name.replace(".d.weight", ".n.bias")] = stored[folded.input[2]]
    nets, at = [], 0
    while f"nets.{at}.w" in stored:
        net = Segmenter(stored[f"nets.{at}.w"].shape[0])
        state = net.state_dict()
        for name in state:
            if f"nets.{at}.{name}" in stored:
                state[name] = stored[f"nets.{at}.{name}"]
            elif name.endswith("running_var"):
                state[name].fill_(1 - 1e-5)  # with the norm's epsilon: divides by one
            elif ".n." not in name:
                raise SystemExit(f"{path} has no {name} of network {at}")
        net.load_state_dict(state)
        nets.append(net)
        at += 1
    if not nets:
        raise SystemExit(f"{path} was not written by export.py segmenter")
    return nets


@torch.no_grad()
def unfold_norms(net, batches):
    """Gives every norm the mean and variance of what it reads, and weights that undo them: the same network, but trainable."""
    sums = {module.n: [] for module in net.modules() if isinstance(module, Separable)}

    def note(norm, inputs):
        x = inputs[0].float()
        sums[norm].append((x.mean((0, 2, 3)), x.pow(2).mean((0, 2, 3))))

    hooks = [norm.register_forward_pre_hook(note) for norm in sums]
    net.eval()
    for x in batches:
        net(x)
    for hook in hooks:
        hook.remove()
    for norm, rows in sums.items():
        mean = torch.stack([row[0] for row in rows]).mean(0)
        variance = torch.stack([row[1] for row in rows]).mean(0) - mean.pow(2)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.copy_((variance + norm.eps).sqrt())
        norm.bias.add_(mean)

"""Takes trained segmenters back out of the ONNX file that `export.py` wrote, to train them on or to ship them beside others."""
import onnx
import torch

from network import Segmenter, Separable, weights_of
from part_network import PartSegmenter


def stored_weights(path):
    graph = onnx.load(path).graph
    stored = weights_of(graph)
    # What is the same in two places is stored once.
    for node in graph.node:
        if node.op_type == "Identity" and node.input[0] in stored:
            stored[node.output[0]] = stored[node.input[0]]
    # A pointwise convolution has no name of its own since its norm is folded in: it is the one that reads the depthwise one.
    convolutions = [node for node in graph.node if node.op_type == "Conv"]
    by_input = {node.input[0]: node for node in convolutions}
    for node in convolutions:
        name = node.input[1]
        if name.endswith(".d.weight") and ".f." not in name:
            folded = by_input[node.output[0]]
            stored[name.replace(".d.weight", ".p.weight")] = stored[folded.input[1]]
            stored[name.replace(".d.weight", ".n.bias")] = stored[folded.input[2]]
    return stored


def restore(net, stored, prefix):
    """Fills a network for `eval()`. Its batch norms are folded: `unfold_norms` before training on."""
    state = net.state_dict()
    for name in state:
        if prefix + name in stored:
            state[name] = stored[prefix + name]
        elif name.endswith("running_var"):
            state[name].fill_(1 - 1e-5)  # with the norm's epsilon: divides by one
        elif ".n." not in name:
            raise SystemExit(f"The file has no {prefix}{name}: export.py did not write it.")
    net.load_state_dict(state)
    return net


def shipped_segmenters(path):
    """The damage segmenters of a file, in its order."""
    stored = stored_weights(path)
    nets = []
    while f"nets.{len(nets)}.w" in stored:
        prefix = f"nets.{len(nets)}."
        nets.append(restore(Segmenter(stored[prefix + "w"].shape[0]), stored, prefix))
    if not nets:
        raise SystemExit(f"{path} was not written by export.py segmenter")
    return nets


def shipped_part_segmenter(path):
    stored = stored_weights(path)
    return restore(PartSegmenter(stored["net.parts.bias"].shape[0], stored["net.v.3.bias"].shape[0]), stored, "net.")


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

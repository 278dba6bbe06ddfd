"""Writes ONNX files the service can load: pixels in (uint8, n,h,w,3), weights stored in half precision.

    python3 export.py segmenter <checkpoint.pt or shipped.onnx>... <model.onnx>
    python3 export.py averaged  <shipped.onnx> <shipped.onnx trained on from it>... <model.onnx>
    python3 export.py wheels    <wheels.pt> <model.onnx>
    python3 export.py parts     <checkpoint.pt> <model.onnx>
    python3 export.py detector  <converted detector.onnx> <model.onnx>

`averaged` writes one network whose weights are the mean of those of several, which are better together and cost no more than one.
The last form takes the vehicle detector, which was converted from an Apache-2.0 package (see its manifest), and gives
it the same kind of input.
"""
import os
import sys

import numpy as np
import onnx
import torch
import torch.nn as nn
from onnx import TensorProto, helper, numpy_helper

from heads import WheelLocator
from network import Segmenter
from part_labels import MIRRORED_VIEW
from part_network import PartSegmenter
from shipped import shipped_segmenters


class Shipped(nn.Module):
    """Every network looks at every picture twice, the second time in a mirror: their mean is surer than any look alone."""

    def __init__(self, nets):
        super().__init__()
        self.nets = nn.ModuleList(nets)

    def forward(self, images):
        mirrored = images.flip(3)
        masks, present = 0, 0
        for net in self.nets:
            seen, said = net(images)
            mirrored_seen, mirrored_said = net(mirrored)
            masks = masks + torch.sigmoid(seen) + torch.sigmoid(mirrored_seen).flip(3)
            present = present + torch.sigmoid(said) + torch.sigmoid(mirrored_said)
        looks = 2 * len(self.nets)
        return masks / looks, present / looks


def take_pixels(model):
    """Lets a graph that reads floats n,3,h,w read bytes n,h,w,3."""
    graph = model.graph
    old = next(i for i in graph.input if i.name == "images")
    n, _, h, w = old.type.tensor_type.shape.dim
    sizes = [d.dim_param or d.dim_value for d in (n, h, w)]
    for node in graph.node:
        for i, name in enumerate(node.input):
            if name == "images":
                node.input[i] = "images_f"
    graph.input.remove(old)
    graph.input.insert(0, helper.make_tensor_value_info("images", TensorProto.UINT8, [sizes[0], sizes[1], sizes[2], 3]))
    graph.node.insert(0, helper.make_node("Cast", ["images_t"], ["images_f"], to=TensorProto.FLOAT))
    graph.node.insert(0, helper.make_node("Transpose", ["images"], ["images_t"], perm=[0, 3, 1, 2]))
    return model


def store_halves(model):
    """Large weights are kept as half floats and widened when the session loads."""
    graph, casts = model.graph, []
    for tensor in list(graph.initializer):
        if tensor.data_type != TensorProto.FLOAT or np.prod(tensor.dims) < 256:
            continue
        values = numpy_helper.to_array(tensor)
        if np.abs(values).max() > 6e4:
            continue
        graph.initializer.remove(tensor)
        graph.initializer.append(numpy_helper.from_array(values.astype(np.float16), tensor.name + "_h"))
        casts.append(helper.make_node("Cast", [tensor.name + "_h"], [tensor.name], to=TensorProto.FLOAT))
    for cast in reversed(casts):
        graph.node.insert(0, cast)
    return model


def trained(source):
    """The networks of one source: one of a checkpoint, all of an ONNX file."""
    if source.endswith(".onnx"):
        return shipped_segmenters(source)
    state = torch.load(source, map_location="cpu")["average"]
    net = Segmenter(state["w"].shape[0])
    net.load_state_dict(state)
    return [net]


def averaged(sources):
    nets = [shipped_segmenters(source)[0] for source in sources]
    states = [net.state_dict() for net in nets]
    mean = {name: sum(state[name] for state in states) / len(states) for name in states[0]}
    nets[0].load_state_dict(mean)
    return nets[0]


def segmenter(nets, target):
    torch.onnx.export(
        Shipped(nets).eval(),
        torch.rand(1, 3, 512, 512) * 255,
        target,
        opset_version=13,
        input_names=["images"],
        output_names=["masks", "present"],
        dynamic_axes={
            "images": {0: "n", 2: "h", 3: "w"},
            "masks": {0: "n", 2: "h4", 3: "w4"},
            "present": {0: "n"},
        },
    )
    return store_halves(take_pixels(onnx.load(target)))


class ShippedParts(nn.Module):
    """Looks twice, the second time in a mirror, where left is right and a view is its mirror image."""

    def __init__(self, net):
        super().__init__()
        self.net = net
        self.mirrored = MIRRORED_VIEW

    def forward(self, images):
        parts, left, views = self.net(images)
        seen, right, other_views = self.net(images.flip(3))
        parts = (parts.softmax(1) + seen.softmax(1).flip(3)) / 2
        left = (left.sigmoid() + 1 - right.sigmoid().flip(3)) / 2
        views = (views.softmax(1) + other_views.softmax(1)[:, self.mirrored]) / 2
        return parts, left, views


def parts(source, target):
    state = torch.load(source, map_location="cpu")["average"]
    net = PartSegmenter(state["parts.weight"].shape[0], state["v.3.weight"].shape[0])
    net.load_state_dict(state)
    names = ["parts", "left", "views"]
    torch.onnx.export(
        ShippedParts(net).eval(),
        torch.rand(1, 3, 384, 384) * 255,
        target,
        opset_version=13,
        input_names=["images"],
        output_names=names,
        dynamic_axes={name: {0: "n"} for name in ["images", *names]},
    )
    return store_halves(take_pixels(onnx.load(target)))


def of_one_size(net, source, target, side, output):
    """A model whose input has one size; only the number of pictures changes."""
    net.load_state_dict(torch.load(source, map_location="cpu"))
    torch.onnx.export(
        net.eval(),
        torch.rand(1, 3, side, side) * 255,
        target,
        opset_version=13,
        input_names=["images"],
        output_names=[output],
        dynamic_axes={"images": {0: "n"}, output: {0: "n"}},
    )
    return store_halves(take_pixels(onnx.load(target)))


def of_one_source(kind, source, target):
    if kind == "wheels":
        return of_one_size(WheelLocator(), source, target, 320, "masks")
    if kind == "parts":
        return parts(source, target)
    return take_pixels(onnx.load(source))


def exported(kind, sources, target):
    if kind == "segmenter":
        return segmenter([net for source in sources for net in trained(source)], target)
    if kind == "averaged":
        return segmenter([averaged(sources)], target)
    return of_one_source(kind, *sources, target)


def main():
    kind, *sources, target = sys.argv[1:]
    model = exported(kind, sources, target)
    onnx.checker.check_model(model)
    onnx.save(model, target)
    print(target, os.path.getsize(target), "bytes")


if __name__ == "__main__":
    main()

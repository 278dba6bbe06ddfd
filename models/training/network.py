"""The damage segmenter: a MobileNetV2 backbone, a feature pyramid to a quarter of the input, two outputs.

`masks` says where each class is, `present` says whether the picture shows it at all. The second gates the first.
"""
import onnx
import torch
import torch.nn as nn
import torch.nn.functional as F
from onnx import numpy_helper

# expansion, channels, repeats, stride of the first
BLOCKS = [(1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1)]
# After these blocks the picture is a 4th, 8th, 16th and 32nd of its size.
TAPS = (2, 5, 12, 16)
WIDTHS = (24, 32, 96, 320)


def weights_of(graph):
    """What is stored in an ONNX file, by name. Half floats are widened again."""
    return {t.name.removesuffix("_h"): torch.from_numpy(numpy_helper.to_array(t).copy()).float() for t in graph.initializer}


class SameConv(nn.Module):
    """A convolution with bias (batch norm folded in), padded the way its pretrained weights were trained."""

    def __init__(self, inputs, outputs, kernel, stride=1, groups=1, activate=True):
        super().__init__()
        self.c = nn.Conv2d(inputs, outputs, kernel, stride, 0 if stride == 2 else kernel // 2, groups=groups)
        self.stride = stride
        self.activate = activate

    def forward(self, x):
        if self.stride == 2:  # an even side needs its padding at the end only
            x = F.pad(x, (0, 1, 0, 1))
        x = self.c(x)
        if not self.activate:
            return x
        # relu6 takes half the time of clamp, and has no backward pass for bfloat16
        return F.relu6(x, inplace=True) if x.dtype == torch.float32 else torch.clamp(x, 0.0, 6.0)


class InvertedResidual(nn.Module):
    def __init__(self, inputs, outputs, expansion, stride):
        super().__init__()
        hidden = inputs * expansion
        self.residual = stride == 1 and inputs == outputs
        self.e = SameConv(inputs, hidden, 1) if expansion > 1 else None
        self.d = SameConv(hidden, hidden, 3, stride, hidden)
        self.p = SameConv(hidden, outputs, 1, activate=False)

    def forward(self, x):
        y = self.p(self.d(x if self.e is None else self.e(x)))
        return x + y if self.residual else y


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = SameConv(3, 32, 3, 2)
        blocks, inputs = [], 32
        for expansion, outputs, repeats, stride in BLOCKS:
            for i in range(repeats):
                blocks.append(InvertedResidual(inputs, outputs, expansion, stride if i == 0 else 1))
                inputs = outputs
        self.b = nn.ModuleList(blocks)

    def forward(self, x, frozen):
        """Features at four scales. The first `frozen` blocks are not trained."""
        taps = []
        with torch.set_grad_enabled(torch.is_grad_enabled() and frozen == 0):
            x = self.stem(x * (2 / 255.0) - 1)
        for i, block in enumerate(self.b):
            with torch.set_grad_enabled(torch.is_grad_enabled() and i >= frozen):
                x = block(x)
            if i in TAPS:
                taps.append(x)
        return taps

    def load(self, path):
        """Takes the backbone out of the ONNX file of the vehicle detector, which was trained on COCO, or of the part segmenter."""
        stored = weights_of(onnx.load(path).graph)
        prefix = "net.f." if "net.f.stem.c.bias" in stored else "f."
        state = {name: stored[prefix + name] for name in self.state_dict()}
        self.load_state_dict(state)


class Separable(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.d = nn.Conv2d(channels, channels, 3, 1, 1, groups=channels, bias=False)
        self.p = nn.Conv2d(channels, channels, 1, bias=False)
        self.n = nn.BatchNorm2d(channels)

    def forward(self, x):
        return F.relu(self.n(self.p(self.d(x))))


class Segmenter(nn.Module):
    """Input n,3,h,w in 0..255, sides multiples of 32. Output: mask logits n,k,h/4,w/4 and presence logits n,k."""

    def __init__(self, classes, channels=96, frozen=2):
        super().__init__()
        self.frozen = frozen
        self.f = Backbone()
        self.l = nn.ModuleList([nn.Conv2d(c, channels, 1) for c in WIDTHS])
        self.s = nn.ModuleList([Separable(channels) for _ in WIDTHS])
        self.ctx = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(320, channels, 1), nn.ReLU())
        self.h = nn.Sequential(Separable(channels), Separable(channels), nn.Conv2d(channels, classes, 1))
        nn.init.constant_(self.h[-1].bias, -3)
        self.g = nn.Sequential(nn.Linear(640, 128), nn.ReLU(), nn.Dropout(0.2), nn.Linear(128, classes))
        self.w = nn.Parameter(torch.full((classes,), 0.3))

    def forward(self, x):
        taps = self.f(x, self.frozen if self.training else 0)
        y = self.s[3](self.l[3](taps[3]) + self.ctx(taps[3]))
        for i in (2, 1, 0):
            y = self.s[i](self.l[i](taps[i]) + F.interpolate(y, scale_factor=2.0, mode="nearest"))
        masks = self.h(y)
        pooled = torch.cat([taps[3].mean((2, 3)), taps[3].amax((2, 3))], 1)
        # The strongest place of a mask speaks for presence; coarse cells, so that one wild pixel does not. The mean is of
        # probabilities: a thin scratch fills a cell in part.
        peak = F.avg_pool2d(masks.float().detach().sigmoid(), 4).amax((2, 3)).clamp(1e-4, 1 - 1e-4)
        return masks, self.g(pooled.float()) + self.w * (peak / (1 - peak)).log()

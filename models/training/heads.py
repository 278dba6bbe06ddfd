"""A small model on the frozen backbone of the vehicle detector: where wheels are.

Its head reads features, not pictures. The backbone is not trained, so features are computed once and kept.
"""
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from PIL import Image

from network import WIDTHS, Backbone, Separable

FROZEN = 99


class WheelHead(nn.Module):
    """Works on an 8th of the picture: the boxes it learns from are no finer. The mask is then enlarged to a 4th."""

    def __init__(self, channels=64):
        super().__init__()
        self.l = nn.ModuleList([nn.Conv2d(c, channels, 1) for c in WIDTHS[1:]])
        self.s = nn.ModuleList([Separable(channels) for _ in WIDTHS[1:]])
        self.ctx = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Conv2d(WIDTHS[3], channels, 1), nn.ReLU())
        self.h = nn.Sequential(Separable(channels), nn.Dropout2d(0.1), nn.Conv2d(channels, 1, 1))
        nn.init.constant_(self.h[-1].bias, -2)

    def forward(self, taps):
        y = self.s[2](self.l[2](taps[2]) + self.ctx(taps[2]))
        for i in (1, 0):
            y = self.s[i](self.l[i](taps[i]) + F.interpolate(y, scale_factor=2.0, mode="nearest"))
        return self.h(y)


class WheelLocator(nn.Module):
    """Input n,3,320,320 in 0..255. Output: how likely each of 80 x 80 cells is wheel."""

    def __init__(self):
        super().__init__()
        self.f = Backbone()
        self.head = WheelHead()

    def features(self, x):
        return self.f(x, FROZEN)[1:]

    def forward(self, x):
        return torch.sigmoid(F.interpolate(self.head(self.features(x)), scale_factor=2.0, mode="bilinear"))


def recolored(pixels, rng):
    """Another light, another camera: gamma, brightness, a tint, less colour."""
    x = (pixels.astype(np.float32) / 255) ** np.exp(rng.uniform(-0.35, 0.35))
    x = x * rng.uniform(0.65, 1.25) * rng.uniform(0.92, 1.08, 3)
    gray = x.mean(2, keepdims=True)
    x = gray + (x - gray) * rng.uniform(0.5, 1.2)
    return np.clip(x * 255, 0, 255)


def cut(picture, left, top, width, height, side):
    """A region stretched to a square. What lies outside the picture is gray."""
    pad = picture.width
    padded = Image.new("RGB", (picture.width + 2 * pad, picture.height + 2 * pad), (114, 114, 114))
    padded.paste(picture, (pad, pad))
    box = (left + pad, top + pad, left + width + pad, top + height + pad)
    return np.asarray(padded.resize((side, side), Image.BICUBIC, box=box))


@torch.no_grad()
def features_of(model, views):
    """Features of pixel arrays h,w,3, as half floats to save room."""
    model.eval()
    x = torch.from_numpy(np.stack(views).astype(np.float32)).permute(0, 3, 1, 2)
    return [tap.half() for tap in model.features(x)]


def folds_of(groups, count, seed):
    """A fold for each group, so that near-copies are never on both sides."""
    names = sorted(set(groups))
    order = np.random.default_rng(seed).permutation(len(names))
    fold = {names[group]: place % count for place, group in enumerate(order)}
    return np.array([fold[group] for group in groups])


def groups_of(hashes, mirrored, bits):
    """Numbers pictures so that near-copies, and near-copies of near-copies, share a number."""
    group = list(range(len(hashes)))

    def root(i):
        while group[i] != i:
            i = group[i]
        return i

    for i in range(len(hashes)):
        apart = np.minimum((hashes ^ hashes[i]).sum(1), (hashes ^ mirrored[i]).sum(1))
        for j in np.flatnonzero(apart[:i] <= bits):
            group[root(i)] = root(int(j))
    return [root(i) for i in range(len(hashes))]

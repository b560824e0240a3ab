"""The networks of the model: text encoder and U-Net in latent space, with Stable Diffusion's noise schedule and v prediction.

Shapes: latents N x 8 x 16 x 16, neighbours N x 16 x 16 x 16, input_ids N x 16, hidden states N x 16 x 256, timestep N in [0, 999].
"""
import math
import re

import torch
import torch.nn as nn
import torch.nn.functional as F

WIDTH, LENGTH, CHANNELS, NEIGHBOURS = 256, 16, 8, 2
BETAS = torch.linspace(.00085 ** .5, .012 ** .5, 1000, dtype=torch.float64) ** 2
ALPHAS = (1 - BETAS).cumprod(0).float()  # alpha-bar of t


class Attention(nn.Module):
    """Transformer block: self-attention, cross-attention when a context is given, feed-forward."""

    def __init__(self, c, heads, context=None):
        super().__init__()
        self.heads = heads
        self.n1, self.qkv, self.o1 = nn.LayerNorm(c), nn.Linear(c, 3 * c), nn.Linear(c, c)
        if context:
            self.n2, self.q, self.kv, self.o2 = nn.LayerNorm(c), nn.Linear(c, c), nn.Linear(context, 2 * c), nn.Linear(c, c)
        self.n3, self.f1, self.f2 = nn.LayerNorm(c), nn.Linear(c, 3 * c), nn.Linear(3 * c, c)
        for last in [self.o1, self.f2] + ([self.o2] if context else []):
            nn.init.zeros_(last.weight)
            nn.init.zeros_(last.bias)

    def attend(self, q, k, v, mask=None):
        n, length, c = q.shape
        split = lambda t: t.view(n, t.shape[1], self.heads, c // self.heads).transpose(1, 2)
        scores = split(q) @ split(k).transpose(-1, -2) * (c // self.heads) ** -.5
        if mask is not None:
            scores = scores.masked_fill(~mask[:, None, None, :], -1e4)
        return (scores.softmax(-1) @ split(v)).transpose(1, 2).reshape(n, length, c)

    def forward(self, x, context=None, mask=None):
        x = x + self.o1(self.attend(*self.qkv(self.n1(x)).chunk(3, -1), mask))
        if context is not None:
            x = x + self.o2(self.attend(self.q(self.n2(x)), *self.kv(context).chunk(2, -1)))
        return x + self.f2(F.gelu(self.f1(self.n3(x))))


class TextEncoder(nn.Module):
    """input_ids -> hidden states, zero where padded. Fixed word vectors plus a learned correction for the words seen in training."""

    def __init__(self, vectors, learned, layers=2):
        super().__init__()
        self.register_buffer('vectors', torch.as_tensor(vectors).half(), persistent=False)
        self.learned = learned
        self.project = nn.Linear(128, WIDTH)
        self.correction = nn.Embedding(learned, WIDTH)
        nn.init.normal_(self.correction.weight, std=.5)
        self.position = nn.Parameter(torch.randn(LENGTH, WIDTH) * .02)
        self.norm, self.layers = nn.LayerNorm(WIDTH), nn.ModuleList([Attention(WIDTH, 4) for _ in range(layers)])

    def forward(self, ids, drop=0., words=None):
        """`drop`: share of the learned corrections left out, so that the fixed vectors alone must do as well; `words`: fixed vectors looked up before."""
        h = self.project(self.vectors[ids].float() if words is None else words)
        known = (ids < self.learned).float()[..., None]
        if drop:
            known = known * (torch.rand(ids.shape[0], ids.shape[1], 1) > drop)
        mask = ids != 0
        h = h + self.correction(ids.clamp(max=self.learned - 1)) * known + self.position
        for layer in self.layers:
            h = layer(h, None, mask)
        return self.norm(h) * mask[..., None]


class Residual(nn.Module):
    def __init__(self, i, o, t):
        super().__init__()
        self.n1, self.c1, self.t = nn.GroupNorm(16, i), nn.Conv2d(i, o, 3, padding=1), nn.Linear(t, 2 * o)
        self.n2, self.c2, self.skip = nn.GroupNorm(16, o), nn.Conv2d(o, o, 3, padding=1), nn.Conv2d(i, o, 1) if i != o else nn.Identity()
        nn.init.zeros_(self.c2.weight)
        nn.init.zeros_(self.c2.bias)

    def forward(self, x, t):
        h = self.c1(F.silu(self.n1(x)))
        scale, shift = self.t(t)[:, :, None, None].chunk(2, 1)
        return self.skip(x) + self.c2(F.silu(self.n2(h) * (1 + scale) + shift))


class Spatial(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.norm, self.block = nn.GroupNorm(16, c), Attention(c, c // 32, WIDTH)

    def forward(self, x, context):
        n, c, h, w = x.shape
        return x + self.block(self.norm(x).flatten(2).transpose(1, 2), context).transpose(1, 2).reshape(n, c, h, w)


class UNet(nn.Module):
    """The latents of the retrieved neighbours are further input channels; zeros stand for "none"."""

    def __init__(self, z=CHANNELS, widths=(96, 192, 256), blocks=1, t=384):
        super().__init__()
        self.time = nn.Sequential(nn.Linear(128, t), nn.SiLU(), nn.Linear(t, t))
        self.pool = nn.Linear(WIDTH, t)
        self.input, c, skips = nn.Conv2d(z * (1 + NEIGHBOURS), widths[0], 3, padding=1), widths[0], [widths[0]]
        self.down, self.up = nn.ModuleList(), nn.ModuleList()
        for level, o in enumerate(widths):
            for _ in range(blocks):
                self.down.append(nn.ModuleList([Residual(c, o, t)] + ([Spatial(o)] if level else [])))
                c = o
                skips.append(c)
            if level < len(widths) - 1:
                self.down.append(nn.Conv2d(c, c, 3, 2, 1))
                skips.append(c)
        self.m1, self.ma, self.m2 = Residual(c, c, t), Spatial(c), Residual(c, c, t)
        for level, o in reversed(list(enumerate(widths))):
            for _ in range(blocks + 1):
                self.up.append(nn.ModuleList([Residual(c + skips.pop(), o, t)] + ([Spatial(o)] if level else [])))
                c = o
            if level:
                self.up.append(nn.Conv2d(c, c, 3, padding=1))
        self.norm, self.output = nn.GroupNorm(16, c), nn.Conv2d(c, z, 3, padding=1)
        nn.init.zeros_(self.output.weight)
        nn.init.zeros_(self.output.bias)

    def forward(self, sample, timestep, hidden, neighbours):
        f = timestep.float()[:, None] * torch.exp(-math.log(1e4) * torch.arange(64) / 64)
        count = (hidden.abs().sum(-1) > 0).float().sum(1, keepdim=True).clamp(min=1)
        t = F.silu(self.time(torch.cat([f.cos(), f.sin()], -1)) + self.pool(hidden.sum(1) / count))
        h = self.input(torch.cat([sample, neighbours], 1))
        skips = [h]

        def run(block, h):
            h = block[0](h, t)
            return block[1](h, hidden) if len(block) > 1 else h

        for block in self.down:
            h = block(h) if isinstance(block, nn.Conv2d) else run(block, h)
            skips.append(h)
        h = self.m2(self.ma(self.m1(h, t), hidden), t)
        for block in self.up:
            h = block(F.interpolate(h, scale_factor=2.)) if isinstance(block, nn.Conv2d) else run(block, torch.cat([h, skips.pop()], 1))
        return self.output(F.silu(self.norm(h)))


class Model(nn.Module):
    def __init__(self, vectors, learned):
        super().__init__()
        self.text, self.unet = TextEncoder(vectors, learned), UNet()


def clean(text):
    return re.findall(r'[a-z0-9]+', text.lower())


def ids(index, text):
    row = [index.get(word, 2) for word in clean(text)][:LENGTH] or [1]
    return row + [0] * (LENGTH - len(row))

"""Words of captions: colours, backgrounds, styles, numbers, and the ways in which a scene is said."""
import random

from network import clean

COLOURS = {
    'white': (1, 1, 1), 'black': (.08, .08, .1), 'gray': (.6, .6, .62), 'red': (.85, .2, .2), 'orange': (.98, .6, .2),
    'yellow': (.98, .85, .3), 'green': (.3, .7, .35), 'teal': (.2, .65, .65), 'blue': (.25, .45, .9), 'sky': (.6, .82, .98),
    'purple': (.55, .3, .75), 'pink': (.97, .65, .78), 'beige': (.95, .9, .8), 'brown': (.5, .33, .2),
}
# Upper and lower colour, and where the horizon lies (None: a gradient).
PLACES = {
    'on the grass': ((.6, .82, .98), (.4, .75, .3), .68), 'on the sea': ((.7, .88, 1), (.15, .45, .8), .62),
    'in the snow': ((.75, .85, .95), (.97, .98, 1), .65), 'in the desert': ((.6, .82, .98), (.93, .78, .5), .66),
    'in a room': ((.95, .9, .8), (.6, .42, .28), .72), 'at night': ((.05, .07, .2), (.15, .18, .4), None),
    'at sunset': ((.98, .5, .3), (.98, .8, .5), None), 'in the sky': ((.35, .65, .95), (.8, .92, 1), None),
    'in space': ((.02, .02, .06), (.1, .05, .2), None),
}
# Soft gradients, from the upper to the lower edge: what things stand on where a prompt does not say.
BACKDROPS = (
    ((.66, .88, 1.), (.10, .36, .86)), ((.60, 1., .76), (.00, .50, .44)), ((.94, .76, 1.), (.46, .14, .74)), ((1., .84, .54), (.74, .17, .40)),
    ((1., .75, .82), (.54, .16, .58)), ((1., .93, .54), (.94, .44, .02)), ((1., .74, .58), (.66, .10, .18)), ((.64, .66, 1.), (.22, .08, .62)),
    ((.82, .96, .50), (.08, .46, .20)), ((.75, .80, .88), (.20, .24, .38)),
)
STYLES = ('3d', 'glossy', 'flat', 'noto', 'twemoji', 'icon', 'blob', 'simple', 'outline', 'clipart')
NUMBERS = {2: ('two', 'two', 'a pair of'), 3: ('three', 'three', 'three small')}


def plural(name, index):
    """The plural of the last word if the vocabulary has it, else the name as it is."""
    *rest, last = name.split()
    for form in (last + 's', last + 'es', last[:-1] + 'ies' if last.endswith('y') else ''):
        if form in index:
            return ' '.join([*rest, form])
    return name


def subject(name, tags, rng):
    """One thing: by its name, sometimes with a keyword, sometimes by keywords alone."""
    words = [tag for tag in tags if len(clean(tag)) <= 2]
    chance = rng.random()
    if words and chance < .12:
        name = f'{name} {rng.choice(words)}'
    elif words and chance < .25:
        name = ' '.join(rng.sample(words, min(2, len(words))))
    return name


def article(text, rng):
    return rng.choice(['', '', '', 'a ', 'the ', 'a picture of a ', 'an illustration of a ']) + text


def finish(text, style, background, rng):
    """Adds style and background in one of the usual orders."""
    said = [f'{style} style'] if style else []
    if background and rng.random() < .75:
        return ' '.join([text, *said, background])
    return ' '.join([text, background, *said]) if background else ' '.join([text, *said])


def on_colour(colour, rng):
    return rng.choice([f'on {colour} background', f'on {colour} background', f'on a {colour} background', f'{colour} background'])


def variants(make, index, count, ids):
    """`count` captions of a scene as token ids; `make` gives one with the random numbers it is handed."""
    return [ids(index, make(random)) for _ in range(count)]

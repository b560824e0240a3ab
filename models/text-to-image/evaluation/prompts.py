"""The prompts of the evaluation, always the same ones: 200 concepts that captions named, 60 synonyms that none did, 60 compositions.

What is drawn on a backdrop of its own is drawn on white once more: only there can it be compared with the pictures, which are on white. A prompt has
`answers`: for each thing in it the concepts that count as right. Usage: python prompts.py FOLDER OUT_FOLDER [quick]"""
import json
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '../training'))
from captions import COLOURS, STYLES, plural  # noqa: E402
from scenes import FLUENT, Pictures  # noqa: E402

HERE = os.path.dirname(__file__)
SEEN, COMPOSED, QUICK = 200, 60, 5


def described(rng, number):
    """Style and background, in turns: every other prompt names no background."""
    style = STYLES[number % 5]
    colour = rng.choice(list(COLOURS)) if number % 2 else None
    return style, colour, f'{style} style' + (f' on {colour} background' if colour else '')


def main(folder, out, quick=None):
    rng, pictures = random.Random(4), Pictures(folder)
    index = {word: i for i, word in enumerate(json.load(open(f'{folder}/vocab.json'))['words'])}
    kinds = {name: {pictures.styles[k] for k in rows} for name, rows in pictures.by_name.items()}
    common = [name for name in pictures.concepts if kinds[name] & set(FLUENT) and kinds[name] & {'noto', 'twemoji'}]
    prompts = []

    def add(kind, number, text, answers):
        style, colour, rest = described(rng, number)
        prompts.append({'kind': kind, 'prompt': f'{text} {rest}', 'answers': answers, 'style': style, 'background': colour})

    for number, name in enumerate(rng.sample(common, SEEN)):
        add('seen', number, name, [[name]])
    for prompt in [prompt for prompt in prompts if prompt['background'] is None]:
        prompts.append({**prompt, 'kind': 'on white', 'prompt': f'{prompt["prompt"]} on white background', 'background': 'white'})
    for number, (word, name) in enumerate(json.load(open(f'{HERE}/synonyms.json')).items()):
        alike = {form for one in name.split('|') for form in (one, f'{one} face', one.removesuffix(' face'))}
        add('synonym', number, word, [sorted(alike & set(pictures.by_name))])
    simple = [name for name in common if len(name.split()) == 1]
    for number in range(COMPOSED):
        first, second = rng.sample(simple, 2)
        text, answers = [
            (f'two {plural(first, index)}', [[first]]), (f'a {first} and a {second}', [[first], [second]]), (f'three {plural(first, index)}', [[first]]),
        ][number % 3]
        add('composition', number, text, answers)
    if quick:
        prompts = prompts[::QUICK]
    os.makedirs(out, exist_ok=True)
    json.dump(prompts, open(f'{out}/prompts.json', 'w'), indent=1)
    print(len(prompts), 'prompts')


if __name__ == '__main__':
    main(*sys.argv[1:])

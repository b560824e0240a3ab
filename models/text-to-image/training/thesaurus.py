"""Further words for the concepts, from WordNet: so that a tabby is drawn as a cat, though no caption has the word."""
import collections

SENSES = 2  # the most usual ones of a word
VAGUE = {'person', 'herb', 'construction'}  # of which too much is a kind


class Nouns:
    """WordNet's nouns: the sets of words of one meaning, and what they are kinds of."""

    def __init__(self, folder):
        self.senses, self.words, self.kinds = {}, {}, {}
        for line in open(f'{folder}/index.noun'):
            if not line.startswith(' '):
                parts = line.split()
                self.senses[parts[0].replace('_', ' ')] = parts[-int(parts[2]):][:SENSES]
        for line in open(f'{folder}/data.noun'):
            if line.startswith(' '):
                continue
            parts = line.split('|')[0].split()
            count = int(parts[3], 16)
            self.words[parts[0]] = [word.replace('_', ' ').lower() for word in parts[4:4 + 2 * count:2]]
            links = parts[5 + 2 * count:]
            self.kinds[parts[0]] = {kind: [links[i + 1] for i in range(0, len(links), 4) if links[i] == kind] for kind in ('@', '~')}

    def around(self, word):
        """Words of the same meaning, then of its kinds, then of what it is a kind of, and of what that is a kind of."""
        own = self.senses.get(word, [])
        wider = [up for one in own[:1] for up in self.kinds[one]['@']]
        levels = [own, [down for one in own[:1] for down in self.kinds[one]['~']], wider, [up for one in wider for up in self.kinds[one]['@']]]
        for level in levels:
            yield [other for one in level for other in self.words[one]]


def further_words(folder, names, words):
    """For each name the words that mean it, a kind of it, or what it is a kind of: of `words`, each with the nearest name only."""
    nouns, found = Nouns(folder), collections.defaultdict(list)
    for word in words:
        for level in nouns.around(word):
            hit = next((other for other in level if other in names and other not in VAGUE), None)
            if hit:
                found[hit].append(word)
                break
    return found

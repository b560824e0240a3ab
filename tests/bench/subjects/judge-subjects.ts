import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadTokenizer } from '#engine/diffusion/tokenizer/load-tokenizer.ts'
import { readStoreDescription } from '#engine/illustrations/store/retrieval-store.ts'
import { understandPrompt } from '#engine/illustrations/words/understand-prompt.ts'

const MODEL = join(import.meta.dirname, '../../../models/text-to-image')
/** What a prompt that names no known thing is to be read as. */
const NOTHING = '-'

/** Prompts as people write them, each with the names of the things that may be drawn: `prompt = name|name`, `-` for none. */
const SETS = { written: 'prompts.txt', later: 'later-prompts.txt' } as const

/** How prompts were read, against what a person says of each. */
export interface SubjectFigures {
  prompts: number
  /** Share of all prompts for which a thing would be drawn that was not asked for. */
  wrong: number
  /** Prompts that name a known thing, and the share of these that would be drawn as they should. */
  naming: number
  drawn: number
  /** The prompts that were read wrongly, each with what would be drawn. */
  mistakes: string[]
}

/**
 * Judges how the built-in model finds the things of prompts. The rules were made with every second prompt of the first set in view
 * (`tuned`); the others (`held`) were read twice, and between the two rules were added by thinking through what they say. The second set (`later`) was written when the rules were done: at first 4 of its 70
 * prompts got a wrong subject, and 46 of the 49 that name a known thing were drawn; what that showed was mended since.
 */
export async function judgeSubjects(set: 'tuned' | 'held' | 'later'): Promise<SubjectFigures> {
  const store = (await readStoreDescription(MODEL))!
  const tokenizer = await loadTokenizer(MODEL)
  const isWord = (word: string): boolean => tokenizer.unknownWords(word).length === 0
  const mistakes: string[] = []
  let [wrong, naming, drawn, prompts] = [0, 0, 0, 0]
  for (const { prompt, right } of readPrompts(set)) {
    const { things, isMainUnknown } = understandPrompt(prompt, store, isWord)
    const names = isMainUnknown ? [] : things.map(({ concept }) => store.concepts[concept]!.name)
    const isWrong = names.some((name) => !right.includes(name))
    const namesKnown = !right.includes(NOTHING)
    prompts++
    if (isWrong) wrong++
    if (namesKnown) naming++
    if (namesKnown && names.length > 0 && !isWrong) drawn++
    else if (isWrong || namesKnown) mistakes.push(`${prompt}: ${names.join(', ') || 'nothing'}`)
  }
  return { prompts, wrong: wrong / prompts, naming, drawn: drawn / naming, mistakes }
}

function readPrompts(set: 'tuned' | 'held' | 'later'): { prompt: string; right: string[] }[] {
  const file = set === 'later' ? SETS.later : SETS.written
  const lines = readFileSync(join(import.meta.dirname, file), 'utf8')
    .trim()
    .split('\n')
  return lines
    .filter((_, at) => set === 'later' || at % 2 === (set === 'tuned' ? 0 : 1))
    .map((line) => {
      const at = line.lastIndexOf(' = ')
      return { prompt: line.slice(0, at), right: line.slice(at + 3).split('|') }
    })
}

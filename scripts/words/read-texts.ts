import { parseSync, Visitor } from 'oxc-parser'

/** A piece of text as it stands in a source file. */
export interface SourceText {
  line: number
  text: string
}

/** Whether a literal is made for people: a sentence or label, not a key, a path, a type or a name of a class. */
const forPeople = (text: string): boolean =>
  /[A-Za-z]/.test(text) &&
  (/\S\s+\S/.test(text.trim()) || /^[A-Z][a-z-]+[.?!:]?$/.test(text.trim())) &&
  !/^[a-z-]+\/[a-z-]+/.test(text)

/**
 * The texts of a file that somebody could read: literals and parts of templates that look like sentences or labels,
 * and all text between tags. Names of imports, keys and comments are none.
 * @param file path, whose ending says whether it has tags
 * @throws Error if the file cannot be parsed
 */
export function readTexts(file: string, source: string): SourceText[] {
  const { errors, program } = parseSync(file, source)
  const error = errors[0]
  if (error) throw new Error(`${file}: ${error.message}`)
  const found: SourceText[] = []
  const add = (text: string, start: number): void => {
    found.push({
      line: source.slice(0, start).split('\n').length,
      text: text.replaceAll(/\s+/g, ' '),
    })
  }
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string' && forPeople(node.value)) add(node.value, node.start)
    },
    TemplateElement(node) {
      if (forPeople(node.value.raw)) add(node.value.raw, node.start)
    },
    JSXText(node) {
      if (/[A-Za-z]/.test(node.value)) add(node.value, node.start)
    },
  }).visit(program)
  return found
}

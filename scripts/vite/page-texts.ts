import { parseSync } from 'oxc-parser'
import type { Plugin } from 'vite'
import { marked } from './messages.ts'
import { nodesIn, replaceParts, type SyntaxNode } from './syntax.ts'

const LOOK_UP = /\/web\/app\/texts-of-page\.ts$/
/** For `web/app/texts-of-page.ts`: nothing is left to look up. */
const IN_PLACE = `
  export const textsOfPage = (texts) => texts
  export const pageOfTool = (texts) => texts`
const ROUTE = /\/web\/.+\.tsx$/
const NAMES_PAGE = /\bmetaOf(Tool)?\(/

/** `background_removal` -> `backgroundRemoval`: tools are named by their key, pages by their titles. */
const titleOf = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The names of pages in the code of a route: all texts there that are one. */
function* namesIn(code: string, file: string): Generator<SyntaxNode> {
  for (const node of nodesIn(parseSync(file, code).program)) {
    if (node.type !== 'CallExpression') continue
    const { callee, arguments: given } = node as SyntaxNode & {
      callee: SyntaxNode
      arguments: SyntaxNode[]
    }
    const named = { metaOf: given[1], metaOfTool: given[0] }[String(callee['name'])]
    for (const part of nodesIn(named)) if (typeof part['value'] === 'string') yield part
  }
}

/**
 * Puts a mark for its texts where a route names its page, `metaOf(matches, 'pricing')` or `metaOfTool('face_swap')`, so that a page
 * brings its own title and description and not those of all (decision 0170). The build fails on a route that names none.
 */
export function pageTexts(): Plugin {
  const { all, mark } = marked('pages')
  return {
    name: 'page-texts',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) => (LOOK_UP.test(id) ? IN_PLACE : null),
    transform(code, id) {
      const file = id.replace(/\?.*$/, '')
      if (!ROUTE.test(file) || !NAMES_PAGE.test(code)) return null
      const parts = [...namesIn(code, file)].flatMap(({ start, end, value }) => {
        const page = titleOf(String(value))
        return `title.${page}` in all['en']! ? [{ start, end, text: mark(`#${page}`) }] : []
      })
      if (parts.length === 0) throw new Error(`${file} gives metaOf no page by its name`)
      return { code: replaceParts(code, parts), map: null }
    },
  }
}

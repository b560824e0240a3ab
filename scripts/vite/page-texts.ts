import { parseSync } from 'oxc-parser'
import type { Plugin } from 'vite'
import { marked, TOOL_NAMES } from './messages.ts'
import { nodesIn, replaceParts, type SyntaxNode } from './syntax.ts'

const LOOK_UP = /\/web\/(app\/texts-of-page|lib\/tool-names\/texts-of-tool)\.ts$/
/** For both files: nothing is left to look up. */
const IN_PLACE = `
  export const textsOfPage = (texts) => texts
  export const textsOfTool = (texts) => texts`
const ROUTE = /\/web\/.+\.tsx$/
const NAMES_PAGE = /\bmetaOf(Tool)?\(/

/** The names of pages and tools in the code of a route: all texts there that are one. */
function* namesIn(
  code: string,
  file: string,
): Generator<{ callee: 'metaOf' | 'metaOfTool'; name: SyntaxNode }> {
  for (const node of nodesIn(parseSync(file, code).program)) {
    if (node.type !== 'CallExpression') continue
    const { callee, arguments: given } = node as SyntaxNode & {
      callee: SyntaxNode
      arguments: SyntaxNode[]
    }
    const called = callee['name']
    if (called !== 'metaOf' && called !== 'metaOfTool') continue
    for (const name of nodesIn({ metaOf: given[1], metaOfTool: given[0] }[called])) {
      if (typeof name['value'] === 'string') yield { callee: called, name }
    }
  }
}

/**
 * Puts a mark for its texts where a route names its page, `metaOf(matches, 'pricing')` or `metaOfTool('face_swap')`, so that a page
 * brings its own title and description and not those of all (decision 0170). The build fails on a route that names none.
 */
export function pageTexts(): Plugin {
  const pages = marked('pages')
  const tools = marked(TOOL_NAMES)
  return {
    name: 'page-texts',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) => (LOOK_UP.test(id) ? IN_PLACE : null),
    transform(code, id) {
      const file = id.replace(/\?.*$/, '')
      if (!ROUTE.test(file) || !NAMES_PAGE.test(code)) return null
      const parts = [...namesIn(code, file)].flatMap(({ callee, name: { start, end, value } }) => {
        const name = String(value)
        const [{ all, mark }, key] =
          callee === 'metaOf' ? [pages, `title.${name}`] : [tools, `name.${name}`]
        return key in all['en']! ? [{ start, end, text: mark(`#${name}`) }] : []
      })
      if (parts.length === 0) throw new Error(`${file} gives metaOf no page by its name`)
      return { code: replaceParts(code, parts), map: null }
    },
  }
}

import { type Argument, type Expression, parseSync, type TSType, Visitor } from 'oxc-parser'

/** A place where a file's SQL names a table. */
export interface TableUse {
  line: number
  table: string
}

/** Calls whose texts are names of tables: `selectFrom(['users as u', 'sessions'])`, `sql.table('users')`. */
const TAKES_TABLES =
  /^(?:selectFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto|from|using|table|truncate|estimateRows|(?:inner|left|right|full|cross)Join(?:Lateral)?|(?:cross|outer)Apply)$/
/** Calls whose texts are SQL. */
const TAKES_SQL = /^(?:query|raw|statement|namedStatement)$/
/** A text that begins like SQL is SQL, wherever it goes. */
const IS_SQL =
  /^[\s(]*(?:select|insert\s+into|update\s+\S+\s+set|delete\s+from|merge\s+into|truncate|lock\s+table|copy)\s|^[\s(]*with\s+(?:recursive\s+)?\w+\s+as\b/i
/** In a text that may be a part of SQL: what follows is a table. */
const BEFORE_TABLE =
  /\b(?:from|join|into|update|using|truncate|table)\s+(?:(?:only|table|lateral)\s+)*(?:"?public"?\s*\.\s*)?"?$/i
const WORD = /[a-z_]\w*/gi

/** `\n` in a text parts words as a line does. */
const withoutBreaks = (text: string): string => text.replaceAll(/\\[nrt]/g, '  ')

type Piece = { start: number; end: number }

/** Texts of one expression, also of those inside lists, sums and choices. */
function piecesOf(node: Argument | Expression): Piece[] {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node] : []
    case 'TemplateLiteral':
      return node.quasis
    case 'ArrayExpression':
      return node.elements.flatMap((part) => (part ? piecesOf(part as Expression) : []))
    case 'BinaryExpression':
      return [node.left as Expression, node.right].flatMap(piecesOf)
    case 'LogicalExpression':
      return [node.left, node.right].flatMap(piecesOf)
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(piecesOf)
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return piecesOf(node.expression)
    default:
      return []
  }
}

/** `selectFrom` of `db.selectFrom(...)`, `statement` of `statement(...)`. */
function nameOf(callee: Expression): string {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier')
    return callee.property.name
  return ''
}

const isNamed = (node: { type: string; name?: unknown }, name: string): boolean =>
  node.type === 'Identifier' && node.name === name

/** The names in a type: `'users' | 'sessions'`. */
function literalsOf(type: TSType): Piece[] {
  if (type.type === 'TSUnionType') return type.types.flatMap(literalsOf)
  return type.type === 'TSLiteralType' ? [type.literal] : []
}

/** The tables that a `schema.ts` adds: the members of its `interface Database`. */
export function tablesOf(file: string, schema: string): string[] {
  const tables: string[] = []
  new Visitor({
    TSInterfaceDeclaration({ id, body }) {
      if (id.name !== 'Database') return
      for (const member of body.body) {
        if (member.type === 'TSPropertySignature' && member.key.type === 'Identifier')
          tables.push(member.key.name)
      }
    },
  }).visit(parseSync(file, schema).program)
  return tables
}

/**
 * Where a file names tables: in the text of SQL, in calls that build it, and in types of rows. A name that comes as a
 * variable is not found.
 * @param isTable tells tables, in lower case, from other words
 * @throws Error if the file cannot be parsed
 */
export function findTables(
  file: string,
  source: string,
  isTable: (word: string) => boolean,
): TableUse[] {
  // Most files name no table at all, and reading them as a tree takes long.
  if (![...withoutBreaks(source).matchAll(WORD)].some(([word]) => isTable(word.toLowerCase())))
    return []
  const { errors, program } = parseSync(file, source)
  const error = errors[0]
  if (error) throw new Error(`${file}: ${error.message}`)
  const found = new Map<number, string>()

  /** Adds the tables among the words of a text; `counts` looks at what stands before and after a word. */
  const add = ({ start, end }: Piece, counts: (before: string, after: string) => boolean): void => {
    const text = withoutBreaks(source.slice(start, end))
      // A comment of SQL names nothing.
      .replaceAll(/--[^\n]*/g, (comment) => ' '.repeat(comment.length))
    for (const { 0: word, index } of text.matchAll(WORD)) {
      if (!isTable(word.toLowerCase())) continue
      if (counts(text.slice(0, index), text.slice(index + word.length)))
        found.set(start + index, word.toLowerCase())
    }
  }
  const isWholeName = (before: string, after: string): boolean =>
    /^['"`]?(?:public\.)?$/.test(before) && /^(?:['"`]?$|\s+as\s)/.test(after)
  /** Not a column (`u.users`), what a part is called (`as users`), nor where a column comes from (`users.id`). */
  const isInSql = (before: string, after: string): boolean =>
    !/(?<!\bpublic"?\s*)\.\s*"?$|\bas\s+"?$/i.test(before) && !/^"?\s*\./.test(after)
  const isAfterKeyword = (before: string): boolean => BEFORE_TABLE.test(before)

  const addText = (pieces: readonly Piece[]): void => {
    const [first] = pieces
    if (!first) return
    const isSql = IS_SQL.test(source.slice(first.start, first.end).replace(/^['"`]/, ''))
    for (const piece of pieces) add(piece, isSql ? isInSql : isAfterKeyword)
  }
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      if (nameOf(tag) === 'sql') for (const piece of quasi.quasis) add(piece, isInSql)
    },
    CallExpression({ callee, arguments: args }) {
      const name = nameOf(callee)
      const ofSql = callee.type === 'MemberExpression' && isNamed(callee.object, 'sql')
      if (TAKES_SQL.test(name)) {
        for (const piece of args.flatMap(piecesOf)) add(piece, isInSql)
      } else if (TAKES_TABLES.test(name)) {
        for (const piece of args.flatMap(piecesOf)) add(piece, isWholeName)
      } else if (ofSql && (name === 'ref' || name === 'id')) {
        for (const piece of args.flatMap(piecesOf))
          add(piece, (before) => /^['"`]?(?:public\.)?$/.test(before))
      }
    },
    Literal: (node) => addText(piecesOf(node)),
    TemplateLiteral: (node) => addText(piecesOf(node)),
    TSIndexedAccessType({ objectType, indexType }) {
      if (objectType.type !== 'TSTypeReference' || !isNamed(objectType.typeName, 'Database')) return
      for (const piece of literalsOf(indexType)) add(piece, isWholeName)
    },
    TSTypeReference({ typeName, typeArguments }) {
      const [of, keys] = typeArguments?.params ?? []
      if (!isNamed(typeName, 'Pick') || of?.type !== 'TSTypeReference' || !keys) return
      if (isNamed(of.typeName, 'Database'))
        for (const piece of literalsOf(keys)) add(piece, isWholeName)
    },
  }).visit(program)

  return [...found]
    .toSorted(([a], [b]) => a - b)
    .map(([place, table]) => ({ line: source.slice(0, place).split('\n').length, table }))
}

/** What a node of a syntax tree may have. */
export interface SyntaxNode {
  type: string
  start: number
  end: number
  [child: string]: unknown
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value

/** A node and all nodes in it, or those of a list. */
export function* nodesIn(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one)
  else if (isNode(value)) {
    yield value
    for (const child of Object.values(value)) yield* nodesIn(child)
  }
}

/** A part of a source text, and what comes in its place. */
export interface Replacement {
  start: number
  end: number
  text: string
}

/** The code with its parts replaced; a part that lies within one that is replaced goes with it. */
export function replaceParts(code: string, parts: readonly Replacement[]): string {
  let replaced = ''
  let end = 0
  for (const part of parts.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (part.start < end) continue
    replaced += code.slice(end, part.start) + part.text
    end = part.end
  }
  return replaced + code.slice(end)
}

/** A part of a legal text: a heading, which the first may lack, and its paragraphs. */
interface OwnSection {
  heading: string | null
  paragraphs: string[]
}

/** Reads a text of the operator: blank lines part paragraphs, a line that begins with `# ` is a heading. */
export function sectionsOf(text: string): OwnSection[] {
  const sections: OwnSection[] = []
  for (const block of text.split(/\n\s*\n|\n(?=# )|(?<=^# .*)\n/m)) {
    const part = block.trim()
    if (part.startsWith('# ')) sections.push({ heading: part.slice(2).trim(), paragraphs: [] })
    else if (part !== '') {
      if (sections.length === 0) sections.push({ heading: null, paragraphs: [] })
      sections.at(-1)!.paragraphs.push(part)
    }
  }
  return sections
}

/** Styles that are the same for each of several prompts. @param all the groups of each */
export function joinStyles(all: readonly string[][][]): string[][] {
  const groups = new Map<string, string[]>()
  for (const style of new Set(all.flat(2))) {
    const places = all.map((one) => one.findIndex((group) => group.includes(style)))
    // Alone for one prompt, it is another style for all.
    const key = places.includes(-1) ? style : places.join()
    groups.set(key, [...(groups.get(key) ?? []), style])
  }
  return [...groups.values()].filter(({ length }) => length > 1)
}

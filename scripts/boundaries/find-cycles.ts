/**
 * Finds files that import each other in a circle, types included (Tarjan's strongly connected components).
 * @param imports of each file, the files that it imports
 * @returns the files of each circle, sorted
 */
export function findCycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const places = new Map<string, { index: number; low: number }>()
  const path: string[] = []
  const onPath = new Set<string>()
  const cycles: string[][] = []

  function visit(file: string): { index: number; low: number } {
    const place = { index: places.size, low: places.size }
    places.set(file, place)
    path.push(file)
    onPath.add(file)
    for (const target of imports.get(file) ?? []) {
      const known = places.get(target)
      if (known === undefined) {
        if (imports.has(target)) place.low = Math.min(place.low, visit(target).low)
      } else if (onPath.has(target)) {
        place.low = Math.min(place.low, known.index)
      }
    }
    if (place.low === place.index) {
      const circle = path.splice(path.indexOf(file))
      for (const member of circle) onPath.delete(member)
      if (circle.length > 1) cycles.push(circle.toSorted())
    }
    return place
  }

  for (const file of imports.keys()) if (!places.has(file)) visit(file)
  return cycles
}

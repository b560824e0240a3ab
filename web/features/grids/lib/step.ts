/** A place in a table. */
export interface Place {
  row: number
  column: number
}

const within = (value: number, count: number): number => Math.min(count - 1, Math.max(0, value))

/**
 * Where a key leads from a place of a table, as in any grid: arrows by one, Home and End along the row, with Ctrl to its
 * corners. Null for other keys.
 */
export function step(
  { row, column }: Place,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  size: { rows: number; columns: number },
): Place | null {
  const to = (nextRow: number, nextColumn: number): Place => ({
    row: within(nextRow, size.rows),
    column: within(nextColumn, size.columns),
  })
  switch (key) {
    case 'ArrowLeft':
      return to(row, column - 1)
    case 'ArrowRight':
      return to(row, column + 1)
    case 'ArrowUp':
      return to(row - 1, column)
    case 'ArrowDown':
      return to(row + 1, column)
    case 'Home':
      return to(ctrlKey ? 0 : row, 0)
    case 'End':
      return to(ctrlKey ? size.rows - 1 : row, size.columns - 1)
    default:
      return null
  }
}

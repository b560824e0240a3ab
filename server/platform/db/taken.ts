/** Whether PostgreSQL refused a row for which there is one already (unique_violation). */
export const isTaken = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && (error as { code?: unknown }).code === '23505'

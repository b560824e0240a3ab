/** Images of one grid. */
export const MOST_CELLS = 100

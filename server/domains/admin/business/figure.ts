/** A row of `business_figures`, without its span. */
export interface Figure {
  starts: Date
  figure: string
  part: string
  value: number
}

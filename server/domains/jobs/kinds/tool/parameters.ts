/** What every tool's job keeps: the size of what comes of it, pixels. */
export type ToolParameters = Record<string, unknown> & {
  type: string
  width: number
  height: number
}

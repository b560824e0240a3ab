/** The largest image that the tools take. */
export const TOOL_ROOM = { edge: 12_000, pixels: 26_214_400 }

import { createContext, useContext } from 'react'

/** Which of the two create pages this is: pictures from words, or from a picture and words. */
export type Tool = 'text' | 'image'

export const ToolContext = createContext<Tool>('text')

export const useTool = (): Tool => useContext(ToolContext)

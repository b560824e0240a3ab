import type { EngineImage, Operations } from './operation.ts'

/** Cuts out what is in the foreground: the result has the size of `image` and is transparent behind it. */
export interface RemoveBackgroundRequest {
  tool: 'remove_background'
  /** Encoded file (PNG, JPEG, WebP). Its orientation tag is followed. */
  image: Uint8Array
}

/** An order to change a picture that is there. A new tool is a new member. */
export type ToolRequest = RemoveBackgroundRequest
export type ToolName = ToolRequest['tool']

/** What does a tool's work. */
export interface ToolModel {
  tool: ToolName
  /** Stable id of the weights. */
  id: string
  name: string
  /** SHA-256 of the weights; jobs record it. */
  hash: string
  licence: string
  /** Of the picture it is given, on one side and in all. */
  maxEdge: number
  maxPixels: number
}

/** The part of an engine that works on pictures that are there. */
export interface ToolEngine extends Operations<ToolRequest, EngineImage> {
  /** A model for each tool that can be used now; reads descriptions only. */
  models(): Promise<ToolModel[]>
}

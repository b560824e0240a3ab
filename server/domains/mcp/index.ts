export { createMcp, type McpDoor } from './create-mcp.ts'

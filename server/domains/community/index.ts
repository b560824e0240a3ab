export type * from './schema.ts'
export { type Community, createCommunity } from './create-community.ts'

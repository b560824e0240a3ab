export type * from './schema.ts'
export { type Community, createCommunity } from './create-community.ts'
export { type Catalogue, createCatalogue } from './catalogue/create-catalogue.ts'
export type { AuditPublication } from './publication.ts'

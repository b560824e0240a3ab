export type * from './schema.ts'
export { type Clusters, createClusters } from './create-clusters.ts'
export type { Trait } from './shared-traits.ts'

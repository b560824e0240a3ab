export type * from './schema.ts'
export { type Clusters, createClusters } from './create-clusters.ts'

export type * from './schema.ts'
export type { ClusterAct } from './decisions.ts'
export { type Clusters, createClusters } from './create-clusters.ts'

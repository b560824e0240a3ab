export type * from './schema.ts'
export { type ActionDeps, addServer, type NewServer } from './actions/add-server.ts'
export { changeEngine, removeEngine, setMode } from './actions/change-engine.ts'
export { createEngineControl } from './engine-control.ts'
export type { EngineKind, EngineKinds, EngineConnection, FixedEngine } from './engine-kinds.ts'
export { countFailures } from './fleet/circuits.ts'
export { createFleet, type Fleet, type Member, readLoads } from './fleet/create-fleet.ts'
export { readOrders, saveOrder } from './fleet/orders.ts'
export { type EngineState, readStates } from './fleet/states.ts'
export {
  cancelDownload,
  forgetDownload,
  listDownloads,
  queueDownload,
} from './models/model-downloads.ts'
export { createDownloadRunner, type DownloadRunner } from './models/run-downloads.ts'
export { engineSpending } from './relations.ts'
export { createEngineRoutes } from './routes.ts'
export { createSampleDrawer, type SampleDrawer } from './samples/draw-sample.ts'
export { wantSamples } from './samples/model-samples.ts'
export {
  addServiceModel,
  changeServiceModel,
  importServiceModels,
  offerServiceModel,
  pauseServiceModel,
  proposeServiceModel,
  removeServiceModel,
  wantTrial,
} from './service-models/keep-models.ts'
export { type LookDeps, lookAtServiceModels, writeLook } from './service-models/look-at-models.ts'
export { askService, readPublished, requireAddable } from './service-models/read-published.ts'
export { createTrialRunner, type TrialRunner } from './service-models/run-trials.ts'
export {
  listServiceModels,
  lockServiceModel,
  presentServiceModel,
  type ServiceModelRow,
} from './service-models/store.ts'
export { readIncidents } from './status/incidents.ts'
export { createEngineWatch } from './status/watch-engines.ts'
export { warnAdmins, warnOfPause } from './spending/warn-admins.ts'

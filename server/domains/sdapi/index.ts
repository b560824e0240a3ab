export { createSdapi, type SdapiDoor } from './create-sdapi.ts'
export { SD_FIELDS } from './write-request.ts'

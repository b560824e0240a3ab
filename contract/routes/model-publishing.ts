export const waiting = { method: 'GET', path: '/api/publications/models/' } as const
export const decide = { method: 'POST', path: '/api/publications/models/:id/decide/' } as const
export const startUpload = { method: 'POST', path: '/api/civit_model_version/uploads/' } as const
export const sendPart = {
  method: 'PUT',
  path: '/api/civit_model_version/uploads/:id/parts/:n/',
} as const
export const finishUpload = {
  method: 'POST',
  path: '/api/civit_model_version/uploads/:id/finish/',
} as const
export const publish = { method: 'POST', path: '/api/civit_model_version/' } as const
export const publishAgain = {
  method: 'POST',
  path: '/api/civit_model_version/:id/publish/',
} as const
export const mine = { method: 'GET', path: '/api/civit_model_version/mine/' } as const
export const download = { method: 'GET', path: '/api/civit_model_version/files/:id/' } as const

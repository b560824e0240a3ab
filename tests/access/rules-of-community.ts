/** Rows for the calls of what people publish: who may make each. */
export const RULES_OF_COMMUNITY = {
  'GET /api/civit_images/': 'everybody',
  'GET /api/civit_images/:id/': 'everybody',
  'GET /api/civit_images/:id/similar/': 'everybody',
  'GET /api/civit_images/:id/similar_by_model_id/': 'everybody',
  'GET /api/civit_model_version/': 'everybody',
  'GET /api/civit_model_version/model_list/': 'everybody',
  'GET /api/civit_model_version/:id/model_detail/': 'everybody',
  'GET /api/civit_model_version/:id/similar/': 'everybody',
  'DELETE /api/civit_model_version/:id/': 'own or admin',
  'GET /api/creators/:id/': 'everybody',
} as const

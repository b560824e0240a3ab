export const hourlyMetrics = { method: 'GET', path: '/api/dashboards/hourly_metrics/' } as const
export const inferenceJobs = { method: 'GET', path: '/api/dashboards/inference_jobs/' } as const
export const seedControlnetModels = {
  method: 'POST',
  path: '/api/dashboards/seed_controlnet_models/',
} as const
export const deleteInvalidModelVersions = {
  method: 'POST',
  path: '/api/dashboards/delete_invalid_model_versions/',
} as const

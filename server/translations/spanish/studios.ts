/** Studios: photos, consent, training, sharing. */
export const STUDIOS = {
  'The photos show me. I am an adult, and I agree that a model is trained on them.':
    'Las fotos me muestran a mí. Soy una persona adulta y acepto que se entrene un modelo con ellas.',
  'The photos show an adult who agreed that I train a model on them and knows what it is for.':
    'Las fotos muestran a una persona adulta que aceptó que entrene un modelo con ellas y sabe para qué es.',
  'The photos show my own child. I know that the model and its images can’t be published, shared or used for a face swap.':
    'Las fotos muestran a mi propia hija o hijo. Sé que el modelo y sus imágenes no se pueden publicar, compartir ni usar para intercambiar rostros.',
  'The photos show an adult whom I’ll ask by a consent link. They answer before training starts.':
    'Las fotos muestran a una persona adulta a la que preguntaré con un enlace de consentimiento. Responderá antes de que empiece el entrenamiento.',
  'Nobody can be recognized in the photos, and I may use them.':
    'En las fotos no se reconoce a nadie y puedo usarlas.',
  'Nobody can be recognized in the photos, and everybody may use them.':
    'En las fotos no se reconoce a nadie y cualquiera puede usarlas.',
} as const

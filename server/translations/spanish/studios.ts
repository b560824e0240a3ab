/** Studios: photos, consent, training, sharing. */
export const STUDIOS = {
  'The person in the photos has answered. They keep the link, so that they can withdraw.':
    'La persona de las fotos ya respondió. Conserva el enlace para poder retirar su consentimiento.',
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
  'This model shows your child. It can’t be shared with anybody.':
    'Este modelo muestra a tu hija o hijo. No se puede compartir con nadie.',
  'Your training was stopped.': 'Tu entrenamiento se detuvo.',
  'What was trained could not be found again.': 'No se encontró lo que se había entrenado.',
  'The photos were deleted before the training had ended.':
    'Las fotos se eliminaron antes de que terminara el entrenamiento.',
  'Something went wrong on our side.': 'Algo falló de nuestro lado.',

  // Sharing
  'Everybody may use this model already.': 'Cualquiera puede usar ya este modelo.',
  'Only a trained model can be shared.': 'Solo se puede compartir un modelo entrenado.',
  'This model shows somebody else. It can be shared only if that person agreed through a consent link and allowed sharing there.':
    'Este modelo muestra a otra persona. Solo se puede compartir si esa persona aceptó con un enlace de consentimiento y allí permitió compartirlo.',
} as const

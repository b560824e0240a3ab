/** Studios: photos, consent, training, sharing. */
export const STUDIOS = {
  'This training was not started.': 'Este entrenamiento no se inició.',
  'Your training is being finalized and cannot be stopped.':
    'Tu entrenamiento se está terminando y no se puede detener.',
  'This was already answered differently. Reload the page to see how.':
    'Ya se respondió de otra manera. Vuelve a cargar la página para verlo.',
  'Only someone who has agreed can decide whether the model is shared.':
    'Solo alguien que aceptó puede decidir si se comparte el modelo.',
  'The person in the photos declined. No model is trained on them.':
    'La persona de las fotos no aceptó. No se entrena ningún modelo con ellas.',
  'The person in the photos has not agreed yet. Send them the consent link first.':
    'La persona de las fotos todavía no aceptó. Primero envíale el enlace de consentimiento.',
  'Only a studio of another person has a consent link.':
    'Solo un estudio de otra persona tiene un enlace de consentimiento.',
  'The answer for the first training holds for this one, too.':
    'La respuesta del primer entrenamiento también vale para este.',
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
  'Only the staff makes public studios.': 'Solo el equipo crea estudios públicos.',
  'Only another person can be asked by a link.':
    'Solo se le puede preguntar con un enlace a otra persona.',
  'A studio with photos of a child is never public.':
    'Un estudio con fotos de una niña o un niño nunca es público.',
  'This model shows your child. It can’t be shared with anybody.':
    'Este modelo muestra a tu hija o hijo. No se puede compartir con nadie.',
  'Someone in these photos may look young. Please say whether it is an adult or your own child.':
    'Puede que alguien en estas fotos parezca muy joven. Indica si es una persona adulta o tu propia hija o hijo.',
  'Say whose face it is: your own, or of somebody who agreed.':
    'Indica de quién es la cara: tuya o de alguien que aceptó.',
  'Models cannot be trained here right now. Please try again later.':
    'En este momento no se pueden entrenar modelos aquí. Inténtalo más tarde.',
  'This model cannot be trained here right now. Please try again later.':
    'En este momento este modelo no se puede entrenar aquí. Inténtalo más tarde.',
  'This model cannot be trained here.': 'Este modelo no se puede entrenar aquí.',
  "You've reached the limit of {count} studios. Delete some first.":
    'Alcanzaste el límite de {count} estudios. Elimina algunos primero.',
  'There is no model to download yet.': 'Todavía no hay un modelo para descargar.',
  'A studio takes {count} photos. Delete one to add another.':
    'Un estudio admite {count} fotos. Elimina una para agregar otra.',
  'Photos cannot be changed while the model is being trained.':
    'No se pueden cambiar las fotos mientras se entrena el modelo.',
  'Ensure the square lies within {width} x {height} pixels.':
    'Asegúrate de que el cuadrado quede dentro de {width} x {height} píxeles.',
  "Only a model that doesn't look like its photos can be trained again for free, within a week.":
    'Solo se vuelve a entrenar gratis, en el plazo de una semana, un modelo que no se parece a sus fotos.',
  'This model was trained again already.': 'Este modelo ya se volvió a entrenar.',
  'The photos were deleted. Without them nothing can be trained again.':
    'Las fotos se eliminaron. Sin ellas no se puede volver a entrenar.',
  'Your training was stopped.': 'Tu entrenamiento se detuvo.',
  'What was trained could not be found again.': 'No se encontró lo que se había entrenado.',
  'The photos were deleted before the training had ended.':
    'Las fotos se eliminaron antes de que terminara el entrenamiento.',
  'Something went wrong on our side.': 'Algo falló de nuestro lado.',
  'This training was started already.': 'Este entrenamiento ya se inició.',
  'Training is available on the Starter plan and above.':
    'El entrenamiento está disponible con el plan Starter y superiores.',
  'Your plan trains {count} models a month, and you have started all of them. A larger plan trains more.':
    'Tu plan entrena {count} modelos al mes y ya los iniciaste todos. Un plan más grande entrena más.',

  // Sharing
  'This offer has ended, or was already answered.': 'Esta oferta terminó o ya se respondió.',
  'This model can no longer be shared.': 'Este modelo ya no se puede compartir.',
  'You can use this model already.': 'Ya puedes usar este modelo.',
  'Everybody may use this model already.': 'Cualquiera puede usar ya este modelo.',
  'Only a trained model can be shared.': 'Solo se puede compartir un modelo entrenado.',
  'This model shows somebody else. It can be shared only if that person agreed through a consent link and allowed sharing there.':
    'Este modelo muestra a otra persona. Solo se puede compartir si esa persona aceptó con un enlace de consentimiento y allí permitió compartirlo.',
  'This is your own address.': 'Ese es tu propio correo.',
  'This model is already offered to or shared with this address.':
    'Este modelo ya se ofreció a este correo o se comparte con él.',
  'This address declined the model. It is not asked again.':
    'Este correo rechazó el modelo. No se le vuelve a preguntar.',
  'A model can be shared with {count} accounts at a time. Revoke one first.':
    'Un modelo se puede compartir con {count} cuentas a la vez. Primero revoca el acceso de una.',
} as const

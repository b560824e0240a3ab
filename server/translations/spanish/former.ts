/**
 * Texts that the server no longer writes, but that lines of the statement and jobs from before still carry. A text that is stored and
 * gets new words comes here with its old ones.
 */
export const FORMER = {
  // Lines of the statement
  'No free credits for {month}: this mailbox already got them':
    'Sin créditos gratis de {month}: este buzón ya los recibió',
  'The account was deleted: {said} were left': 'La cuenta se eliminó: quedaban {said}',
  'Came back after their time was over: {said}': 'Volvieron cuando ya habían vencido: {said}',
  'Taken back: the payment of {said} was refunded': 'Retirados: se reembolsó el pago de {said}',
  'Taken back: the dispute was lost': 'Retirados: la disputa se perdió',
  'Taken back: the payment was refunded': 'Retirados: el pago se reembolsó',
  'Taken back: their payment was refunded': 'Retirados: su pago se reembolsó',
  'Taken back: the plan was lowered from {from} to {to}':
    'Retirados: el plan bajó de {from} a {to}',

  // How a job ended
  'The server that draws can no longer follow a control image of this kind.':
    'El servidor de imágenes ya no puede seguir una imagen de control de este tipo.',
  'A LoRA of this request cannot be loaded by the server that draws.':
    'El servidor de imágenes no puede cargar un LoRA de este pedido.',
  'A model that this needs cannot be loaded by the server that draws.':
    'El servidor de imágenes no puede cargar un modelo que hace falta para esto.',
  'The server that draws is too busy right now.':
    'El servidor de imágenes está demasiado ocupado en este momento.',
  'The server that draws could not do this.': 'El servidor de imágenes no pudo hacer esto.',
  'The server that draws could not make this.': 'El servidor de imágenes no pudo crear esto.',
  'The server that draws does not accept this request.':
    'El servidor de imágenes no acepta esta solicitud.',
  'The server that draws was restarted.': 'El servidor de imágenes se reinició.',
  'The server that draws was stopped.': 'El servidor de imágenes se detuvo.',
  'This is too large for the memory of the server that draws. Try a smaller size.':
    'Esto es demasiado grande para la memoria del servidor de imágenes. Prueba un tamaño más pequeño.',
  'A LoRA of this request is not on the server that draws any more.':
    'Una LoRA de esta solicitud ya no está en el servidor de imágenes.',
  'This model cannot be used any more.': 'Este modelo ya no se puede usar.',
  'The model "{name}" can no longer be used: it was deleted or taken back. Your credits were returned.':
    'El modelo "{name}" ya no se puede usar: se eliminó o dejó de compartirse. Te devolvimos los créditos.',
  'The image to start from is not there any more. The credits were returned.':
    'La imagen de partida ya no está. Te devolvimos los créditos.',
  'The server for this model is not there any more. Your credits were returned. Please choose another model.':
    'El servidor de este modelo ya no está. Te devolvimos los créditos. Elige otro modelo.',
  'Videos of this provider cannot be made any more.':
    'Ya no se pueden crear videos con este proveedor.',
  'This model is not on its server any more.': 'Este modelo ya no está en su servidor.',
  'This tool cannot be used any more.': 'Esta herramienta ya no se puede usar.',
  'The model that draws for this cannot be used any more.':
    'El modelo que dibuja para esto ya no se puede usar.',
  'The model that refines images is not there right now.':
    'El modelo que refina imágenes no está disponible en este momento.',
  'No engine here can edit images by words.':
    'Ningún motor de aquí puede editar imágenes con palabras.',
  'Paint over what is to go, and leave some of the image around it.':
    'Pinta sobre lo que quieres quitar y deja parte de la imagen alrededor.',
} as const

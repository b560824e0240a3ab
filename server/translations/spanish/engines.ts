/** Why an engine could not do what was ordered; stored with the job. */
export const ENGINES = {
  'This model does not exist here.': 'Este modelo no existe aquí.',
  'This model does not know what the prompt asks for.':
    'Este modelo no conoce lo que pide el prompt.',
  'This model reads prompts of at most {count} tokens.':
    'Este modelo lee prompts de {count} tokens como máximo.',
  'The model that draws this image is damaged on the server.':
    'El modelo que dibuja esta imagen está dañado en el servidor.',
  'The model drew nothing there. Try another seed or fewer weights in the prompt.':
    'El modelo no dibujó nada ahí. Prueba otra semilla o menos pesos en el prompt.',
  'The server was restarted while your video was being made.':
    'El servidor se reinició mientras se creaba tu video.',
  'The server was restarted while your model was being trained.':
    'El servidor se reinició mientras se entrenaba tu modelo.',
  'Drawing failed on the server.': 'El servidor no pudo dibujar.',
  'The server ran out of memory while drawing.':
    'El servidor se quedó sin memoria mientras dibujaba.',
  'The result would be {width} x {height}, which is too large.':
    'El resultado tendría {width} x {height}, que es demasiado grande.',
  'An enlarged image has 64 megapixels at most.':
    'Una imagen ampliada tiene 64 megapíxeles como máximo.',
  'The second pass would be larger than this engine can draw.':
    'La segunda pasada sería más grande de lo que este motor puede dibujar.',
  'The sampler {name} does not exist in this engine.': 'El sampler {name} no existe en este motor.',
  'Image to image needs an image to start from, text to image none.':
    'De imagen a imagen necesita una imagen de partida; de texto a imagen, ninguna.',
  'A second pass does not go together with a mask or with padding.':
    'Una segunda pasada no se combina con una máscara ni con un borde añadido.',
  'The mask is {width} x {height}, the image {other_width} x {other_height}.':
    'La máscara mide {width} x {height}; la imagen, {other_width} x {other_height}.',
  'The mask has no white part, so there is nothing to repaint.':
    'La máscara no tiene ninguna parte blanca, así que no hay nada que repintar.',
  'The {said} cannot be read.': 'No se puede leer: {said}.',
  'The {said} must have the size of the image.': 'Debe tener el tamaño de la imagen: {said}.',
  'The image cannot be read.': 'La imagen no se puede leer.',
  'The LoRA "{name}" does not fit this model: {why}.':
    'La LoRA "{name}" no es compatible con este modelo: {why}.',
  'The LoRA "{name}" cannot be used: its file is damaged or of another kind.':
    'La LoRA "{name}" no se puede usar: su archivo está dañado o es de otro tipo.',
  'A part of the image could not be made.': 'Una parte de la imagen no se pudo crear.',
  'The model that refines images is not available right now.':
    'El modelo que refina imágenes no está disponible en este momento.',
  'The faces in this image are large enough to have their details.':
    'Las caras de esta imagen son lo bastante grandes para tener sus detalles.',
  'No engine here can edit images from text instructions.':
    'Ningún motor de aquí puede editar imágenes a partir de instrucciones de texto.',
  'Nothing in the foreground was found in this image.':
    'No se encontró nada en primer plano en esta imagen.',
  'Paint over what you want to remove, and leave some of the image around it.':
    'Pinta sobre lo que quieres quitar y deja parte de la imagen alrededor.',
  'There is no look {name}.': 'No hay un estilo {name}.',
  'There is no background {name}.': 'No hay un fondo {name}.',
  'There is no face {number}; {count} were found.':
    'No hay una cara {number}; se encontraron {count}.',
  "The model {name} is too large to be trained on this server's processor.":
    'El modelo {name} es demasiado grande para entrenarlo en el procesador de este servidor.',
  'Nobody trains {name} here.': 'Aquí nadie entrena {name}.',
} as const

-- A drawing may be led by several images: what was one becomes the first of a list.
update inference_jobs
set parameters = parameters - 'control' || jsonb_build_object('controls', jsonb_build_array(parameters -> 'control'))
where parameters ? 'control';
update grids
set request = request - 'control' || jsonb_build_object('controls', jsonb_build_array(request -> 'control'))
where request ? 'control';

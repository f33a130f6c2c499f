-- Ships have rotations from now on. Journeys planned without them keep their ships and times until their shipments end.
update journeys set input = input || '{"former": true}';
update expected_containers
  set inputs = (select jsonb_agg(input || '{"former": true}') from jsonb_array_elements(inputs) input)
  where inputs <> '[]';

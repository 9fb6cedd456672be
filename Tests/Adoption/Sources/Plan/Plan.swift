/// Nothing but a target whose build plans the graph.
enum Plan {}

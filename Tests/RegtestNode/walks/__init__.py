"""Random walks of both programs over a node, held against the node's own blocks after each sync."""
